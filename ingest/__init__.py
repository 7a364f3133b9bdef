"""From a file to events: parsing, metadata, chunks, citations, claims, audit."""
