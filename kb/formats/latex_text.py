"""The text of LaTeX as it stands in bibliographies: accents, logos, styles and formulas as characters.

pylatexenc reads it; what it knows for documents (headings, footnotes, today's date) is none of a title, so macros that
are not known here give their arguments. Nothing of a title is lost but what only styles it.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from html import unescape
from typing import Any

_LOGOS = {
    "TeX": "TeX", "LaTeX": "LaTeX", "LaTeXe": "LaTeX2e", "BibTeX": "BibTeX", "XeTeX": "XeTeX", "XeLaTeX": "XeLaTeX",
    "LuaTeX": "LuaTeX", "LuaLaTeX": "LuaLaTeX", "pdfTeX": "pdfTeX", "pdfLaTeX": "pdfLaTeX", "ConTeXt": "ConTeXt",
    "TikZ": "TikZ", "MP": "MetaPost", "MF": "Metafont",
}
_SIGNS = {
    "textbraceleft": "{", "textbraceright": "}", "textasciicircum": "^", "\\": " ", "newline": " ", "par": " ",
    "slash": "/", "copyright": "\u00a9",
}
_LAST = {"href": "{{", "foreignlanguage": "{{", "textcolor": "[{{", "hyperlink": "{{"}
"""Macros whose last argument is the text, with the arguments that they take."""
_DROPPED = {"footnote": "[{", "thanks": "{", "label": "{", "noopsort": "{", "today": "", "maketitle": ""}
_QUOTED = {"enquote": "{", "enquote*": "{"}
_FORMULA = re.compile(r"(?<!\\)\$((?:[^$\\]|\\.)+)\$", re.S)
_RAISED = re.compile(r"(?<!\\)[_^]")
_QUOTES = re.compile(r"``(.*?)(?:''|\")", re.S)
_ESCAPED_QUOTE = re.compile(r'\\"(?=[\s,.;:!?)]|$)')
_CHARACTER = re.compile(r"&(?:amp|lt|gt|quot|apos|#\d{1,6}|#x[0-9A-Fa-f]{1,5});")
_COMMAND = re.compile(r"\\[A-Za-z]+\*?|\\.|[{}$]")


def decoded(value: str) -> str:
    """One line of text: braces (but escaped ones), ties, line breaks and styles gone."""
    if "\\" in value or "$" in value or "~" in value or "--" in value:
        text = latex_text(value.replace("%", "\\%").replace("\\\\%", "\\%"))
    else:
        text = value.replace("{", "").replace("}", "")
    # Some exports keep the entities of web pages, whose sign is escaped or not.
    text = _CHARACTER.sub(lambda found: unescape(found[0]), _QUOTES.sub("\u201c\\1\u201d", text))
    return unicodedata.normalize("NFC", " ".join(text.split()))


def latex_text(source: str) -> str:
    """The text of a piece of LaTeX. What cannot be read as LaTeX loses its commands alone."""
    source = _ESCAPED_QUOTE.sub('"', source)
    # Raised and lowered digits of a formula stand in the line, as they do in what is read off pages and XML.
    source = _FORMULA.sub(lambda found: f"${_RAISED.sub('', found[1])}$", source)
    reader, grammar = _reader()
    try:
        return str(reader.latex_to_text(source, latex_context=grammar))
    except Exception:
        # The reader is built for documents and stumbles over macros that lack what it expects of them.
        return _COMMAND.sub("", source)


@cache
def _reader() -> tuple[Any, Any]:
    """A reader of text, and the grammar of macros that it reads by."""
    from pylatexenc import latex2text, latexwalker
    from pylatexenc.macrospec import MacroSpec

    text, grammar = latex2text.get_default_latex_context_db(), latexwalker.get_default_latex_context_db()
    spec = latex2text.MacroTextSpec
    taking = [MacroSpec(name, args) for name, args in {**_LAST, **_DROPPED, **_QUOTED}.items()]
    grammar.add_context_category("titles", macros=taking, prepend=True)
    macros = [spec(name, shown) for name, shown in {**_LOGOS, **_SIGNS}.items()]
    macros += [spec(name, f"%({len(args)})s") for name, args in _LAST.items()]
    macros += [spec(name, "") for name in _DROPPED]
    macros += [spec(name, "\u201c%s\u201d") for name in _QUOTED]
    # Those of documents: a section in capitals, an address in pointed brackets, the date of the day.
    macros += [spec(name, _arguments) for name in (
        "title", "author", "date", "part", "chapter", "section", "subsection", "subsubsection", "paragraph",
        "subparagraph", "url", "cite", "citet", "citep", "ref", "eqref", "autoref", "cref", "Cref", "item",
    )]
    text.add_context_category("titles", macros=macros, specials=[
        latex2text.SpecialsTextSpec("&", "&"),
    ], prepend=True)
    text.set_unknown_macro_spec(spec("", _arguments))
    return latex2text.LatexNodes2Text(latex_context=text, math_mode="text"), grammar


def _arguments(node: Any, l2tobj: Any) -> str:
    """What an unknown macro is about: its arguments in braces; its name where it has none and is one. pylatexenc hands
    itself over by the name of the parameter."""
    given = node.nodeargd.argnlist if node.nodeargd else None
    shown = [one for one in given or () if one is not None and one.isNodeType(_group()) and one.delimiters[0] == "{"]
    if shown:
        return "".join(l2tobj.nodelist_to_text([one]) for one in shown)
    name = str(node.macroname)
    return name if len(name) > 1 and name[0].isupper() else ""


def _group() -> Any:
    from pylatexenc.latexwalker import LatexGroupNode

    return LatexGroupNode
