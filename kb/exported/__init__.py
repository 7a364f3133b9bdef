"""An exported snapshot, opened read-only as if it were a library: rows from its Parquet files, and no ledger."""
