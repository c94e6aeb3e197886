"""Write .github/RULES.*.md anew from the rule desk; tests/words/test_desk.py says when that is due."""

from pathlib import Path

from rummy_lab.words import languages
from rummy_lab.words.desk_pages import desk_page

for lang in languages:
    page = Path(__file__).parents[1] / ".github" / f"RULES.{lang}.md"
    page.write_text(desk_page(lang), encoding="utf-8", newline="\n")
