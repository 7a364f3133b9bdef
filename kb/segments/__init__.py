"""Segments: Parquet files that hold the rows of a range of positions, and the manifests that say which are in force."""
