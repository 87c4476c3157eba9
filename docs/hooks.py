"""How MkDocs builds this site: examples in docstrings are code, and no page needs a network."""

import re
from typing import Any

import griffe
from mkdocs.exceptions import PluginError

EXAMPLE = re.compile(r"(?:^[ ]*>>>.*\n?(?:^[ ]*\S.*\n?)*)", re.MULTILINE)
LOADS = re.compile(
    r"""<(?:script|img|iframe)\b[^>]*\bsrc=["']?(?:https?:)?//|<link\b[^>]*\bhref=["']?(?:https?:)?//""",
    re.IGNORECASE,
)


class Examples(griffe.Extension):
    """Set every ``>>>`` paragraph of a docstring as a block of code."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Fence the examples of one docstring."""
        if obj.docstring:
            obj.docstring.value = EXAMPLE.sub(_fenced, obj.docstring.value)


def _fenced(example: re.Match[str]) -> str:
    return f"```pycon\n{example[0].rstrip()}\n```\n"


def on_post_page(output: str, page: Any, **_: Any) -> str:
    """Refuse a page that loads a script, style, font or picture from elsewhere."""
    if found := LOADS.search(output):
        raise PluginError(f"{page.file.src_uri} loads something from the network: {found[0]}")
    return output
