"""Files that are swapped whole: whoever reads one sees the old text or the new one, also after a crash."""

from __future__ import annotations

import os
from pathlib import Path


def swap_text(path: Path, text: str) -> None:
    """Put UTF-8 text in a file's place. Raises `OSError`."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    with open(temporary, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(temporary, path)
