"""Event models, row schemas and folds, one module an area."""
