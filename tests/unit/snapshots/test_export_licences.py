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
    ("CC0", "CC0 1.0", f"{HOME}/publicdomain/zero/1.0/"),
    ("CC0-1.0", "CC0 1.0", f"{HOME}/publicdomain/zero/1.0/"),
    ("Public domain", "Public domain", f"{HOME}/publicdomain/mark/1.0/"),
    ("public-domain", "Public domain", f"{HOME}/publicdomain/mark/1.0/"),
    ("CC BY", "CC BY", None),
    ("cc-by", "CC BY", None),
    ("CC‑BY‑4.0.", "CC BY 4.0", f"{HOME}/licenses/by/4.0/"),
    ("CC-BY-SA-3.0-IGO", "CC BY-SA 3.0", f"{HOME}/licenses/by-sa/3.0/"),
    ("https://spdx.org/licenses/CC-BY-NC-4.0.html", "CC BY-NC 4.0", f"{HOME}/licenses/by-nc/4.0/"),
    ("http://www.creativecommons.org/licenses/by/2.5/deed.en", "CC BY 2.5", f"{HOME}/licenses/by/2.5/"),
    ("creativecommons.org/licenses/by-nd-nc/1.0", "CC BY-NC-ND 1.0", f"{HOME}/licenses/by-nc-nd/1.0/"),
    ("Attribution 4.0 International (CC BY 4.0)", "CC BY 4.0", f"{HOME}/licenses/by/4.0/"),
    ("the Creative Commons Attribution License", "CC BY", None),
    ("Creative Commons Attribution License 4.0", "CC BY 4.0", f"{HOME}/licenses/by/4.0/"),
    ("Creative Commons Attribution-NonCommercial-No Derivative Works 3.0 Unported", "CC BY-NC-ND 3.0",
     f"{HOME}/licenses/by-nc-nd/3.0/"),
])
def test_open_licences_are_read_in_the_forms_in_which_they_are_printed(printed: str, name: str, url: str) -> None:
    assert open_licence(printed) == OpenLicence(name, url)


@pytest.mark.parametrize("printed", [
    "", "All rights reserved", "© 2020 The Authors", "Elsevier user licence", "MIT", "open access", "free to read",
    "The figures are not under CC BY 4.0", "CC BY 4.0 except for the tables", "Not in the public domain",
    "Published without CC BY", "The abstract is CC BY 4.0, all rights reserved otherwise", "CC", "Dr. Bycc 4.0",
    "arXiv.org perpetual, non-exclusive license 1.0", "This work is in the public domain",
    "Elsevier TDM, formerly CC BY 4.0 preprint", "Copyright 2020; CC BY applies only to figures",
    "https://evil.org/?x=creativecommons.org/licenses/by/4.0", "https://creativecommons.org.evil.org/licenses/by/4.0",
    "https://creativecommons.org/licenses/by/4.0/ (abstract only)", "https://evil.org/creativecommons.org/licenses/by/4.0",
    "https://user@creativecommons.org/licenses/by/4.0", "https://creativecommons.org/licenses/by/9.0/",
    "CC BY 4.0 figures", "CC BY or Elsevier", "preprint CC BY 4.0", "CC BY 7.0", "CC BY-SA-ND 4.0", "Attribution",
    "Attribution Noncommercial", "Creative Commons", "Creative Commons Attribution 4.0 (CC BY-NC 4.0)",
    "Attribution 4.0 International (CC BY 3.0)", "CC BY 4.0\nAll rights reserved", "CC0 for the data",
    "https://spdx.org/licenses/CC-BY-4.0-or-not", "public domain images",
])
def test_what_does_not_surely_open_a_text_is_no_open_licence(printed: str) -> None:
    assert open_licence(printed) is None


@pytest.mark.parametrize("value", ["CC BY", "CC BY 4.0", "CC BY-NC 4.0", "CC BY-NC-SA 3.0", "CC BY-NC-ND", "CC0"])
def test_what_ingest_makes_of_a_page_with_an_open_licence_is_known(value: str) -> None:
    assert open_licence(value) is not None
