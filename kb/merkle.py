"""Merkle trees as RFC 6962 (section 2.1) and RFC 9162 (section 2.1.3) define them: roots, inclusion paths, their check.

SHA-256, prefix 0x00 for a leaf, 0x01 for a node. Only the standard library is used, so a proof can be checked anywhere.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

_sha256 = hashlib.sha256


def leaf_hash(content: bytes) -> bytes:
    """SHA-256 of 0x00 and the leaf's bytes."""
    return _sha256(b"\x00" + content).digest()


def tree_hash(hashes: Sequence[bytes]) -> bytes:
    """The root over leaf hashes, in order; the hash of nothing for an empty tree."""
    if not hashes:
        return hashlib.sha256(b"").digest()
    # Neighbours are joined level by level; one that is left over at the right edge goes up as it is. That gives
    # RFC 6962's split at the largest power of two below n, without recursion.
    level = list(hashes)
    while len(level) > 1:
        pairs = zip(level[::2], level[1::2], strict=False)
        joined = [_sha256(b"\x01" + left + right).digest() for left, right in pairs]
        level = joined + level[-1:] if len(level) % 2 else joined
    return level[0]


def root_of(contents: Sequence[bytes]) -> bytes:
    """The root over the leaves' bytes, in order."""
    return tree_hash([leaf_hash(content) for content in contents])


def inclusion_path(hashes: Sequence[bytes], index: int) -> list[bytes]:
    """The hashes that lead from leaf `index` to the root, the lowest first. Raises `IndexError`."""
    if not 0 <= index < len(hashes):
        raise IndexError(f"a tree of {len(hashes)} leaves has no leaf {index}")
    path: list[bytes] = []
    start, end = 0, len(hashes)
    while end - start > 1:
        middle = start + (1 << (end - start - 1).bit_length() - 1)
        if index < middle:
            path.append(tree_hash(hashes[middle:end]))
            end = middle
        else:
            path.append(tree_hash(hashes[start:middle]))
            start = middle
    return path[::-1]


def path_length(index: int, size: int) -> int:
    """How many hashes the path of leaf `index` in a tree of `size` leaves has. Raises `ValueError` for no such leaf."""
    if not 0 <= index < size:
        raise ValueError(f"a tree of {size} leaves has no leaf {index}")
    # Where index and the last leaf part, every level has a neighbour; above it only those where the path comes from
    # the right, since the tree's right edge may be ragged.
    shared = (index ^ (size - 1)).bit_length()
    return shared + (index >> shared).bit_count()


def root_from_path(leaf: bytes, index: int, size: int, path: Sequence[bytes]) -> bytes:
    """The root that a leaf's hash and its path give. The length is checked before anything is hashed (`ValueError`)."""
    expected = path_length(index, size)
    if len(path) != expected:
        raise ValueError(f"leaf {index} of {size} needs a path of {expected} hashes, not {len(path)}")
    node, last = leaf, size - 1
    for neighbour in path:
        if index & 1 or index == last:
            node = _node_hash(neighbour, node)
            while index and not index & 1:
                index, last = index >> 1, last >> 1
        else:
            node = _node_hash(node, neighbour)
        index, last = index >> 1, last >> 1
    return node


def _node_hash(left: bytes, right: bytes) -> bytes:
    return _sha256(b"\x01" + left + right).digest()
