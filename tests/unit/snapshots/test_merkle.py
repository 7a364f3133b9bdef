import hashlib

import pytest
from claimledger.snapshots.merkle import leaf_hash, root_of, tree_hash

# Leaves and roots as published with the Certificate Transparency reference implementation for RFC 6962.
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


@pytest.mark.parametrize("size", range(1, 9))
def test_roots_agree_with_the_published_vectors(size: int) -> None:
    assert root_of([bytes.fromhex(leaf) for leaf in LEAVES[:size]]).hex() == ROOTS[size - 1]


def test_the_empty_tree_has_the_hash_of_nothing() -> None:
    assert root_of([]) == hashlib.sha256(b"").digest()


def test_a_leaf_can_never_pass_for_a_node() -> None:
    left, right = leaf_hash(b"a"), leaf_hash(b"b")
    assert tree_hash([left, right]) != leaf_hash(left + right)
