import pytest
from claimledger.snapshots.export.licences import OpenLicence, open_licence

HOME = "https://creativecommons.org"


@pytest.mark.parametrize(("printed", "name", "url"), [
    ("CC BY 4.0", "CC BY 4.0", f"{HOME}/licenses/by/4.0/"),
    ("CC-BY 3.0", "CC BY 3.0", f"{HOME}/licenses/by/3.0/"),
    ("Creative Commons Attribution 4.0 International License", "CC BY 4.0", f"{HOME}/licenses/by/4.0/"),
    ("https://creativecommons.org/licenses/by-nc-nd/4.0/", "CC BY-NC-ND 4.0", f"{HOME}/licenses/by-nc-nd/4.0/"),
    ("Creative Commons Attribution-NonCommercial-NoDerivatives 4.0", "CC BY-NC-ND 4.0",
     f"{HOME}/licenses/by-nc-nd/4.0/"),
    ("CC BY-SA", "CC BY-SA", None),
    ("cc-by-nc-sa-4.0", "CC BY-NC-SA 4.0", f"{HOME}/licenses/by-nc-sa/4.0/"),
    ("CC0 1.0 Universal", "CC0 1.0", f"{HOME}/publicdomain/zero/1.0/"),
    ("https://creativecommons.org/publicdomain/zero/1.0/", "CC0 1.0", f"{HOME}/publicdomain/zero/1.0/"),
    ("This work is in the public domain", "Public domain", f"{HOME}/publicdomain/mark/1.0/"),
])
def test_open_licences_are_read_in_the_forms_in_which_they_are_printed(printed: str, name: str, url: str) -> None:
    assert open_licence(printed) == OpenLicence(name, url)


@pytest.mark.parametrize("printed", [
    "", "All rights reserved", "© 2020 The Authors", "Elsevier user licence", "MIT", "open access", "free to read",
    "The figures are not under CC BY 4.0", "CC BY 4.0 except for the tables", "Not in the public domain",
    "Published without CC BY", "The abstract is CC BY 4.0, all rights reserved otherwise", "CC", "Dr. Bycc 4.0",
    "arXiv.org perpetual, non-exclusive license 1.0",
])
def test_what_does_not_surely_open_a_text_is_no_open_licence(printed: str) -> None:
    assert open_licence(printed) is None
