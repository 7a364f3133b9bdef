"""Formulas of JATS as text: TeX without its preamble, or the characters of MathML."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

from ...kb.formats.xml_inline import plain

_PREAMBLE = re.compile(r".*\\begin\{document\}|\\end\{document\}.*", re.DOTALL)
_NOT_SHOWN = frozenset({"annotation", "annotation-xml", "tex-math", "label", "graphic"})


def formula_text(node: Element) -> str:
    """One formula in running text: the characters that MathML shows, else TeX, else its plain text."""
    math = node if node.tag == "math" else node.find(".//math")
    if math is not None and (shown := plain(math, _NOT_SHOWN)):
        return shown
    return tex(node) or plain(node, _NOT_SHOWN)


def tex(node: Element) -> str:
    """The TeX of a formula; empty if it has none."""
    source = node if node.tag == "tex-math" else node.find(".//tex-math")
    if source is None:
        return ""
    return _PREAMBLE.sub("", plain(source)).strip().strip("$").strip()
