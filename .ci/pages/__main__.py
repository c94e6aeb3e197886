"""Write the pages of .github that are made from the code: `python .ci/pages`. Tests say when that is due."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from reference import reference_page
from screen_readers import screen_readers_page
from tables import tables_page

from rummy_lab.words import languages
from rummy_lab.words.desk_pages import desk_page

pages = {f"RULES.{lang}.md": desk_page(lang) for lang in languages}
pages["REFERENCE.md"] = reference_page()
pages["TABLES.md"] = tables_page()
pages["SCREEN_READERS.md"] = screen_readers_page()
for name, text in pages.items():
    (Path(__file__).parents[2] / ".github" / name).write_text(text, encoding="utf-8", newline="\n")
