"""The canonical form canon-1: its test vectors. The bytes and digests are written by hand and with `sha256sum`."""

import pytest
from claimledger.kb.canon import base32, canonical, clean_text, digest, make_id, sha256
from claimledger.kb.errors import NotCanonical

VECTORS = [
    ({}, b"{}"),
    ([], b"[]"),
    (None, b"null"),
    ([True, False], b"[true,false]"),
    ({"b": 1, "a": [], "B": {}, "a1": None, "_": 0}, b'{"B":{},"_":0,"a":[],"a1":null,"b":1}'),
    ((1, (2,)), b"[1,[2]]"),
    ([0, -1, 9007199254740991, -9007199254740991], b"[0,-1,9007199254740991,-9007199254740991]"),
    ("\x00\x01\x1f", b'"\\u0000\\u0001\\u001f"'),
    ("\b\t\n\f\r", b'"\\b\\t\\n\\f\\r"'),
    ('"\\/', b'"\\"\\\\/"'),
    ("\x7f\u2028", b'"\x7f\xe2\x80\xa8"'),
    ("caf\u00e9", b'"caf\xc3\xa9"'),
    ("cafe\u0301", b'"cafe\xcc\x81"'),
    ("\U0001d6fc", b'"\xf0\x9d\x9b\xbc"'),
]


@pytest.mark.parametrize(("value", "expected"), VECTORS)
def test_a_value_has_exactly_these_bytes(value: object, expected: bytes) -> None:
    assert canonical(value) == expected


@pytest.mark.parametrize(
    ("value", "where"),
    [
        (0.5, r"\$"),
        (1.0, r"\$"),
        ({"box": [1, 2.0]}, r"\$\.box\[1\]"),
        (float("nan"), r"\$"),
        (2**53, r"\$"),
        (-(2**53), r"\$"),
        ({"é": 1}, r"\$"),
        ({1: "one"}, r"\$"),
        (["\ud800"], r"\$\[0\]"),
        ({"a": b"bytes"}, r"\$\.a"),
        ({1, 2}, r"\$"),
    ],
)
def test_what_has_no_canonical_form_is_refused_with_its_place(value: object, where: str) -> None:
    with pytest.raises(NotCanonical, match=where):
        canonical(value)


def test_digests_are_those_of_sha256sum() -> None:
    # printf '' | sha256sum; printf '{"a":1}' | sha256sum
    assert sha256(b"") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert digest({"a": 1}) == "015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862"


def test_base32_is_that_of_the_rfc_in_lower_case_without_padding() -> None:
    assert [base32(text) for text in (b"", b"f", b"fo", b"foo", b"foob", b"fooba", b"foobar")] == [
        "", "my", "mzxq", "mzxw6", "mzxw6yq", "mzxw6ytb", "mzxw6ytboi",
    ]


def test_an_id_is_a_prefix_of_the_base32_digest_of_its_parts() -> None:
    # printf '["event","library","LibraryCreated","created"]' | sha256sum | xxd -r -p | base32, lower-cased, 20 letters
    assert make_id("event", "library", "LibraryCreated", "created") == "event-vxmebp2iddm74dhdj65i"
    assert make_id("row", "a", 1) != make_id("row", "a", "1")
    assert make_id("row", "ab", "c") != make_id("row", "a", "bc")


@pytest.mark.parametrize(
    ("text", "cleaned", "replaced"),
    [
        ("plain", "plain", 0),
        ("caf\u00e9", "caf\u00e9", 0),
        ("a\x00b", "a\ufffdb", 1),
        ("\ud83d x \udc00", "\ufffd x \ufffd", 2),
        ("\U0001f600", "\U0001f600", 0),
    ],
)
def test_nul_and_lone_surrogates_are_replaced_and_counted(text: str, cleaned: str, replaced: int) -> None:
    assert clean_text(text) == (cleaned, replaced)
