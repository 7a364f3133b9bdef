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
    ("Seals of Norway", "other"),
])
def test_a_heading_tells_what_its_section_is_for(title: str, role: str) -> None:
    assert role_of(title) == role


@pytest.mark.parametrize(("heading", "parts"), [
    ("1 Introduction", ("1", "Introduction")), ("2.3. Data analysis", ("2.3", "Data analysis")),
    ("IV. Results", ("IV", "Results")), ("A. Proofs", ("A", "Proofs")), ("A good life", ("", "A good life")),
    ("3D structures", ("", "3D structures")), ("I love seals", ("", "I love seals")), ("Methods", ("", "Methods")),
    ("4. | Results", ("4", "Results")),
])
def test_a_number_is_told_from_the_title(heading: str, parts: tuple[str, str]) -> None:
    assert split_number(heading) == parts
