from __future__ import annotations

from collections.abc import Callable

import pytest
from claimledger.ingest.parser.language import is_garbage, language_of
from claimledger.ingest.parser.pymupdf_parser import PyMuPdfParser

TEXTS = {
    "en": "We studied the growth of seals and found that it was larger than in the controls.",
    "de": "Wir untersuchten das Wachstum der Robben und fanden, dass es größer war als bei der Kontrolle im Vorjahr.",
    "fr": "Nous avons étudié la croissance des phoques et nous avons trouvé qu'elle était plus grande que dans les "
          "groupes témoins.",
    "es": "Hemos estudiado el crecimiento de las focas y encontramos que era mayor que en los controles.",
    "pt": "Estudámos o crescimento das focas e verificámos que foi maior do que nos animais não tratados.",
    "it": "Abbiamo studiato la crescita delle foche e abbiamo trovato che era maggiore che nei controlli.",
    "nl": "Wij onderzochten de groei van de zeehonden en vonden dat deze groter was dan bij de dieren van ervoor.",
    "sv": "Vi undersökte tillväxten hos sälar och fann att den var större än i kontrollgruppen och inte av åldern.",
    "pl": "Zbadaliśmy wzrost fok i stwierdziliśmy, że jest on większy niż w grupie kontrolnej oraz od wieku.",
    "cs": "Studovali jsme růst tuleňů a zjistili jsme, že je větší než v kontrolní skupině a že nezávisí na věku.",
    "tr": "Bu çalışmada fokların büyümesi incelenmiş ve bir önceki yıla göre daha fazla olduğu ve bu sonuç ile ilgili.",
    "ru": "Мы изучили рост тюленей и обнаружили, что он был больше, чем в контрольной группе, и это не от года.",
    "uk": "Ми вивчили ріст тюленів і виявили, що він був більшим, ніж у контрольній групі, та не залежить від віку.",
    "zh": "我们研究了海豹的生长，发现其大于对照组。",
    "ja": "私たちはアザラシの成長を調べ、対照群より大きいことを見出した。",
    "ko": "우리는 물개의 성장을 연구하였고 대조군보다 크다는 것을 발견하였다.",
    "el": "Μελετήσαμε την ανάπτυξη της φώκιας",
    "ar": "درسنا نمو الفقمات ووجدنا أنه أكبر من المجموعة الضابطة", "he": "חקרנו את גדילת כלבי הים",
}


@pytest.mark.parametrize(("code", "text"), TEXTS.items())
def test_a_sentence_or_two_tell_the_language(code: str, text: str) -> None:
    assert language_of(text) == code


@pytest.mark.parametrize("text", ["", "12.5 ± 3", "BRCA1 TP53 EGFR KRAS MYC PTEN " * 5])
def test_what_is_no_sentence_gives_no_language(text: str) -> None:
    assert language_of(text) is None


def test_a_foreign_abstract_does_not_make_the_language() -> None:
    assert language_of(TEXTS["en"] * 2 + TEXTS["de"] * 9) == "de"
    assert language_of(TEXTS["en"] + TEXTS["zh"] * 9) == "zh"


@pytest.mark.parametrize("text", list(TEXTS.values()))
def test_no_language_is_taken_for_garbage(text: str) -> None:
    assert not is_garbage(text * 9)


def test_names_of_genes_and_chemicals_are_no_garbage() -> None:
    assert not is_garbage("Table 2. Expression of BRCA1, TP53, EGFR, KRAS, MYC and PTEN; sodium chloride " * 9)


TALE = (
    "Seals were watched from the cliff for six weeks in spring, and every animal was marked with a small tag before it "
    "went back to its colony. The observers did not know which of the four groups an animal belonged to. Weather, tide "
    "and the number of passing boats were noted each hour during the whole period; wind speed was taken from a station "
    "nearby. Young males stayed longer at the surface than females, although both dived equally deep. We explain this "
    "difference by the prey that they prefer: juvenile cod live close to rocks, where light reaches the ground, but "
    "adult herring gather further out. Models with random effects for year and place gave much the same estimates."
)


def shifted(text: str, by: int) -> str:
    return "".join(chr(ord(char) + by) if char.isascii() and char.isalpha() else char for char in text)


def test_letters_of_a_wrong_mapping_are_garbage() -> None:
    assert is_garbage(shifted(TALE, -29))
    assert is_garbage("".join(chr((ord(c) - 94) % 26 + 97) if c.islower() else c for c in TALE))
    assert is_garbage((TEXTS["ru"] * 9).encode("cp1251").decode("latin-1"))


def test_signs_with_their_bytes_exchanged_are_garbage() -> None:
    assert is_garbage(TALE.encode("utf-16-be").decode("utf-16-le"))


def test_sequences_of_amino_acids_and_bases_are_no_garbage() -> None:
    acids = "MKVLAAGIVG LLLAQWERTY HIPASDFGHK LCVNMPQRST WYADEFGHIK LMNPQRSTVW NDCEQGHILK "
    assert not is_garbage(" ".join(acids[at:] + acids[:at] for at in range(9)))


def page_of(text: str) -> Callable[..., None]:
    def add(page: object) -> None:
        new = page.parent.new_page()  # type: ignore[attr-defined]
        for row in range(12):
            new.insert_text((90, 90 + 14 * row), text[60 * row:][:60], fontsize=10)
    return add


def test_a_page_of_garbage_goes_and_the_others_stay(paper: Callable[..., bytes]) -> None:
    good = PyMuPdfParser().parse(paper())
    document = PyMuPdfParser().parse(paper(extra=[page_of(shifted(TALE, -29))]))
    assert document.needs_ocr_pages == (2,)
    assert [warning.split(":")[0] for warning in document.warnings] == ["garbled"]
    assert document.sentences == good.sentences
    assert document.language == "en"


def test_all_visible_characters_are_counted_and_those_of_furniture_apart(paper: Callable[..., bytes]) -> None:
    good = PyMuPdfParser().parse(paper())

    def stamp(page: object) -> None:
        page.insert_text((90, 820), "Downloaded from a site by a guest", fontsize=7)  # type: ignore[attr-defined]

    stamped = PyMuPdfParser().parse(paper(extra=[stamp]))
    assert good.furniture_characters == 0
    assert stamped.furniture_characters == len("Downloadedfromasitebyaguest")
    assert stamped.characters == good.characters + stamped.furniture_characters
    assert sum(len("".join(s.text.split())) for s in good.sentences) < good.characters
