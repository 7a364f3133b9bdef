"""The five validators that a claim sentence must face."""
