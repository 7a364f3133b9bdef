"""A snapshot carried elsewhere: Parquet, RO-Crate, RDF, BibTeX and CSL-JSON."""
