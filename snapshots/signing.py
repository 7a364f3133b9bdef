"""Signatures with SSH keys, made and checked by `ssh-keygen -Y` in the namespace `claimledger`."""

from __future__ import annotations

import subprocess
from pathlib import Path

from ..kb.errors import DamageFound, UsageError

NAMESPACE = "claimledger"
SIGNATURE = ".sig"
"""What the name of a signature's file adds to that of the file that is signed."""


def signature_of(path: Path) -> Path:
    """Where the signature of a file lies."""
    return path.with_name(path.name + SIGNATURE)


def check_key(key: Path) -> None:
    """Raises `UsageError` for a file that is no SSH key. Whether it can sign is not tried: that may ask for a word."""
    ran = _ssh_keygen(["-l", "-f", str(key)], b"")
    if ran.returncode:
        raise UsageError(f"{key} is no SSH key: {_said(ran)}", remedy="name a private SSH key")


def signed(content: bytes, key: Path) -> str:
    """The signature of a private key, or of a public one whose private half an agent holds.

    Raises `UsageError` without `ssh-keygen`, or if it refuses.
    """
    ran = _ssh_keygen(["-Y", "sign", "-n", NAMESPACE, "-f", str(key)], content)
    signature = ran.stdout.decode("ascii", "replace")
    if ran.returncode or not signature.startswith("-----BEGIN SSH SIGNATURE-----"):
        raise UsageError(f"{key} does not sign: {_said(ran)}", remedy="name a private SSH key, and its passphrase")
    return signature


def check_signature(content: bytes, signature: Path, allowed: Path, identity: str) -> None:
    """Check that `identity`, one of the signers in the file `allowed`, signed these bytes.

    Raises `DamageFound` for a signature that is missing or does not hold, `UsageError` without `ssh-keygen`.
    """
    if not signature.is_file():
        remedy = "ask for it, or verify without --allowed-signers"
        raise DamageFound(f"there is no signature {signature}", remedy=remedy)
    arguments = ["-Y", "verify", "-f", str(allowed), "-I", identity, "-n", NAMESPACE, "-s", str(signature)]
    ran = _ssh_keygen(arguments, content)
    if ran.returncode:
        raise DamageFound(f"{signature} is no signature of {identity} on this head: {_said(ran)}",
                          remedy="do not trust this file")


def _ssh_keygen(arguments: list[str], content: bytes) -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(["ssh-keygen", *arguments], input=content, capture_output=True)
    except FileNotFoundError as error:
        raise UsageError(
            "ssh-keygen is not installed", remedy="install OpenSSH (package openssh-client), or go without signatures"
        ) from error


def _said(ran: subprocess.CompletedProcess[bytes]) -> str:
    """The last line of what it said."""
    lines = [line.strip() for line in (ran.stderr + ran.stdout).decode("utf-8", "replace").splitlines()]
    return next((line for line in reversed(lines) if line), f"exit code {ran.returncode}").rstrip(".")
