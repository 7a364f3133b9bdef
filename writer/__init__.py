"""Matching, validators, dispositions, drafting and auditing."""
