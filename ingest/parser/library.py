"""PyMuPDF itself, imported when first needed and kept from writing to the terminal."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def pymupdf() -> Any:
    """The module, with MuPDF's own messages switched off."""
    module: Any = import_module("pymupdf")
    module.TOOLS.mupdf_display_errors(False)
    module.TOOLS.mupdf_display_warnings(False)
    return module
