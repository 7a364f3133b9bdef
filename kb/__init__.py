"""The memory: ledger, blobs, settling, projections, index and retrieval. Imports none of the other layers."""
