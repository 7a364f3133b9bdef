from __future__ import annotations

import pytest
from claimledger.ingest.parser.roles import role_of, split_number


@pytest.mark.parametrize(("title", "role"), [
    ("Introduction", "introduction"), ("Statement of need", "introduction"), ("Materials and Methods", "methods"),
    ("Patients and methods", "methods"), ("Results", "results"), ("Results and discussion", "results"),
    ("Discussion", "discussion"), ("Conclusions", "conclusion"), ("Limitations of the study", "limitations"),
    ("REFERENCES", "references"), ("Literature Cited", "references"), ("Acknowledgements", "acknowledgements"),
    ("Competing interests", "declarations"), ("Authors’ contributions", "declarations"),
    ("Availability of data and materials", "declarations"), ("Supplementary Information", "supplement"),
    ("Appendix A", "appendix"), ("Background", "background"), ("Related work", "background"),
    ("Seals of Norway", "other"), ("Threats to validity", "limitations"),
    ("Einleitung", "introduction"), ("Material und Methoden", "methods"), ("Ergebnisse", "results"),
    ("Einschränkungen", "limitations"), ("Fazit", "conclusion"), ("Danksagung", "acknowledgements"),
    ("État de l’art", "background"), ("Matériel et méthodes", "methods"), ("Résultats", "results"),
    ("Remerciements", "acknowledgements"), ("Introducción", "introduction"), ("Discusión", "discussion"),
    ("Введение", "introduction"), ("Результаты и их обсуждение", "discussion"), ("Выводы", "conclusion"),
    ("引 言", "introduction"), ("材料与方法", "methods"), ("结论", "conclusion"), ("参考文献", "references"),
    ("考察", "discussion"), ("結果と考察", "discussion"), ("결론", "conclusion"),
])
def test_a_heading_tells_what_its_section_is_for(title: str, role: str) -> None:
    assert role_of(title) == role


@pytest.mark.parametrize(("heading", "parts"), [
    ("1 Introduction", ("1", "Introduction")), ("2.3. Data analysis", ("2.3", "Data analysis")),
    ("IV. Results", ("IV", "Results")), ("A. Proofs", ("A", "Proofs")), ("A good life", ("", "A good life")),
    ("3D structures", ("", "3D structures")), ("I love seals", ("", "I love seals")), ("Methods", ("", "Methods")),
    ("4. | Results", ("4", "Results")), ("一、引言", ("一", "引言")), ("2.1统计分析", ("2.1", "统计分析")),
    ("一般方法", ("", "一般方法")),
])
def test_a_number_is_told_from_the_title(heading: str, parts: tuple[str, str]) -> None:
    assert split_number(heading) == parts
