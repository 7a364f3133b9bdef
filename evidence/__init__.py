"""Evidence packets: the only thing a claim may rest on."""
