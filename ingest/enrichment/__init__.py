"""Enrichment: what services know of the papers of a library, asked politely and kept as sources of their own."""
