"""Merkle tree hashes of RFC 6962, section 2.1: prefix 0x00 for a leaf, 0x01 for a node."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence


def leaf_hash(content: bytes) -> bytes:
    """SHA-256 of 0x00 and the leaf's bytes."""
    return hashlib.sha256(b"\x00" + content).digest()


def tree_hash(hashes: Sequence[bytes]) -> bytes:
    """The root over leaf hashes, in order; the hash of nothing for an empty tree."""
    if not hashes:
        return hashlib.sha256(b"").digest()
    # A stack of complete subtrees, largest first: joining equal sizes as they come gives RFC 6962's split at the
    # largest power of two below n, without recursion.
    stack: list[tuple[int, bytes]] = []
    for node in hashes:
        size = 1
        while stack and stack[-1][0] == size:
            node = _node_hash(stack.pop()[1], node)
            size *= 2
        stack.append((size, node))
    root = stack.pop()[1]
    while stack:
        root = _node_hash(stack.pop()[1], root)
    return root


def root_of(contents: Sequence[bytes]) -> bytes:
    """The root over the leaves' bytes, in order."""
    return tree_hash([leaf_hash(content) for content in contents])


def _node_hash(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()
