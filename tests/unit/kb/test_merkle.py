import hashlib

import pytest
from claimledger.kb.merkle import inclusion_path, leaf_hash, path_length, root_from_path, root_of, tree_hash

# Leaves, roots and paths as published with the Certificate Transparency reference implementation for RFC 6962.
LEAVES = [
    "", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f",
]
ROOTS = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
PATHS: list[tuple[int, int, list[str]]] = [
    (0, 1, []),
    (0, 8, [
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ]),
    (5, 8, [
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ]),
    (2, 3, ["fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"]),
    (1, 5, [
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    ]),
]
SIZES = range(1, 65)


def hashes_of(size: int) -> list[bytes]:
    return [leaf_hash(bytes([number])) for number in range(size)]


@pytest.mark.parametrize("size", range(1, 9))
def test_roots_agree_with_the_published_vectors(size: int) -> None:
    assert root_of([bytes.fromhex(leaf) for leaf in LEAVES[:size]]).hex() == ROOTS[size - 1]


@pytest.mark.parametrize(("index", "size", "path"), PATHS)
def test_paths_agree_with_the_published_vectors_and_lead_to_the_published_root(
    index: int, size: int, path: list[str]
) -> None:
    hashes = [leaf_hash(bytes.fromhex(leaf)) for leaf in LEAVES[:size]]
    assert [step.hex() for step in inclusion_path(hashes, index)] == path
    steps = [bytes.fromhex(step) for step in path]
    assert root_from_path(hashes[index], index, size, steps).hex() == ROOTS[size - 1]


@pytest.mark.parametrize("size", SIZES)
def test_every_leaf_of_every_size_leads_to_the_root(size: int) -> None:
    hashes = hashes_of(size)
    for index in range(size):
        path = inclusion_path(hashes, index)
        assert len(path) == path_length(index, size)
        assert root_from_path(hashes[index], index, size, path) == tree_hash(hashes)


@pytest.mark.parametrize("size", SIZES)
def test_no_other_leaf_and_no_changed_path_leads_to_the_root(size: int) -> None:
    hashes = hashes_of(size)
    root = tree_hash(hashes)
    for index in range(size):
        path = inclusion_path(hashes, index)
        assert root_from_path(leaf_hash(b"another"), index, size, path) != root
        for level, step in enumerate(path):
            changed = [*path[:level], bytes([step[0] ^ 1]) + step[1:], *path[level + 1:]]
            assert root_from_path(hashes[index], index, size, changed) != root


@pytest.mark.parametrize("size", SIZES)
def test_a_path_of_another_length_is_refused(size: int) -> None:
    hashes = hashes_of(size)
    for index in range(size):
        path = inclusion_path(hashes, index)
        for wrong in (path[:-1] if path else [b"\x00" * 32], [*path, b"\x00" * 32]):
            with pytest.raises(ValueError, match="needs a path"):
                root_from_path(hashes[index], index, size, wrong)


@pytest.mark.parametrize(("index", "size"), [(-1, 4), (4, 4), (0, 0), (5, -1)])
def test_an_index_outside_of_the_tree_is_refused(index: int, size: int) -> None:
    with pytest.raises(ValueError, match="has no leaf"):
        root_from_path(leaf_hash(b""), index, size, [])
    with pytest.raises(IndexError):
        inclusion_path(hashes_of(max(size, 0)), index)


def test_the_empty_tree_has_the_hash_of_nothing() -> None:
    assert root_of([]) == hashlib.sha256(b"").digest()


def test_a_leaf_can_never_pass_for_a_node() -> None:
    left, right = leaf_hash(b"a"), leaf_hash(b"b")
    assert tree_hash([left, right]) != leaf_hash(left + right)
