import tomllib
from pathlib import Path

import pytest
from claimledger.kb.errors import NotALibrary, UnreadableInput
from claimledger.kb.settings import FILE_NAME, LibrarySettings, Settings, read_settings, settings_text
from hypothesis import given
from hypothesis import strategies as st

PLAIN = '[library]\nid = "lib-a"\nowner = "Ada"\n'


def written(root: Path, text: str | bytes) -> Path:
    (root / FILE_NAME).write_bytes(text.encode() if isinstance(text, str) else text)
    return root


def test_a_file_with_the_library_alone_has_the_defaults(tmp_path: Path) -> None:
    settings = read_settings(written(tmp_path, PLAIN))
    assert settings == Settings(library=LibrarySettings(id="lib-a", owner="Ada"))
    assert (settings.chunks.target_words, settings.limits.seconds, settings.limits.memory_mb) == (180, 300, 4096)
    assert (settings.limits.pages, settings.search.embedder, settings.claims.independent_works) == (3000, "minilm", 2)
    assert settings.library.private is False


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    settings = Settings.model_validate({
        "library": {"id": "lib-b", "owner": "Grace", "private": True}, "chunks": {"target_words": 90},
        "limits": {"seconds": 5, "memory_mb": 512, "pages": 7}, "search": {"embedder": "none"},
        "claims": {"independent_works": 3},
        "enrichment": {
            "provider": "openalex", "mailto": "ada@example.org", "url": "http://127.0.0.1:8080/openalex",
            "retry_days": 0, "timeout_seconds": 3, "tries": 2,
        },
    })
    assert read_settings(written(tmp_path, settings_text(settings))) == settings


def test_no_service_is_asked_unless_it_is_named(tmp_path: Path) -> None:
    assert read_settings(written(tmp_path, PLAIN)).enrichment.provider == "none"
    written_by_init = settings_text(Settings(library=LibrarySettings(id="lib-a", owner="Ada", private=True)))
    assert read_settings(written(tmp_path, written_by_init)).enrichment.provider == "none"


@pytest.mark.parametrize("line", [
    'provider = "crossref"', 'url = "ftp://example.org"', 'url = "https://example.org/?key=1"', 'url = "example.org"',
    'mailto = "ada@example.org>"', "retry_days = -1", "timeout_seconds = 0", "tries = 0",
])
def test_a_service_that_cannot_be_asked_so_is_refused(tmp_path: Path, line: str) -> None:
    with pytest.raises(UnreadableInput, match="enrichment"):
        read_settings(written(tmp_path, f"{PLAIN}\n[enrichment]\n{line}\n"))


@pytest.mark.parametrize("owner", [
    'Ada "the Countess"', "back\\slash\\", "two\nlines\r\n", "{braces} {id}", "'''", "tab\t\x00\x7f\x1b", "Åsa ☂",
])
def test_an_owner_of_any_spelling_is_kept(tmp_path: Path, owner: str) -> None:
    text = settings_text(Settings(library=LibrarySettings(id="lib-a", owner=owner)))
    kept = owner.replace("\x00", "\ufffd")
    assert read_settings(written(tmp_path, text)).library.owner == kept


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"], exclude_characters="\x00")))
def test_every_owner_makes_good_toml(owner: str) -> None:
    text = settings_text(Settings(library=LibrarySettings(id="lib-a", owner=owner)))
    assert tomllib.loads(text)["library"]["owner"] == owner


def test_a_lone_surrogate_in_the_owner_is_replaced(tmp_path: Path) -> None:
    text = settings_text(Settings(library=LibrarySettings(id="lib-a", owner="a\udcffb")))
    assert read_settings(written(tmp_path, text)).library.owner == "a\ufffdb"


def test_an_editor_may_put_a_byte_order_mark_before_it(tmp_path: Path) -> None:
    marked = b"\xef\xbb\xbf" + PLAIN.replace("\n", "\r\n").encode()
    assert read_settings(written(tmp_path, marked)).library.id == "lib-a"


def test_a_folder_without_settings_is_no_library(tmp_path: Path) -> None:
    (tmp_path / "folder" / FILE_NAME).mkdir(parents=True)
    for root in (tmp_path, tmp_path / "gone", tmp_path / "folder"):
        with pytest.raises(NotALibrary, match="claimledger init"):
            read_settings(root)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("[library\n", "is not TOML"),
        (b"\xff\xfe", "is not TOML"),
        ("", "library: Field required"),
        ('[library]\nid = "a"\n', "library.owner: Field required"),
        (PLAIN + '[serach]\nembedder = "none"\n', "serach: Extra inputs are not permitted"),
        (PLAIN + "[limits]\nsecond = 3\n", "limits.second: Extra inputs are not permitted"),
        (PLAIN + '[limits]\nseconds = "soon"\n', "limits.seconds: "),
        (PLAIN + "[limits]\nseconds = 0\n", "limits.seconds: "),
        (PLAIN + "[limits]\nmemory_mb = -1\n", "limits.memory_mb: "),
        (PLAIN + "[limits]\npages = 0\n", "limits.pages: "),
        (PLAIN + "[chunks]\ntarget_words = 0\n", "chunks.target_words: "),
        (PLAIN + "[claims]\nindependent_works = 0\n", "claims.independent_works: "),
        (PLAIN + '[search]\nembedder = "maxilm"\n', "search.embedder: "),
        (PLAIN + "limits = 3\n", "library.limits: "),
    ],
)
def test_a_bad_file_is_refused_with_its_name_and_the_key(tmp_path: Path, text: str | bytes, place: str) -> None:
    with pytest.raises(UnreadableInput) as caught:
        read_settings(written(tmp_path, text))
    message = str(caught.value)
    assert FILE_NAME in message and place in message and "\n" not in message and message.endswith("mend the file")
