"""The first thing a newcomer does: open the tour and run it."""

import nbformat
import pytest

pytestmark = pytest.mark.browser


def test_the_address_of_the_server_leads_to_the_tour(lab, page):
    page.goto(f"{lab.base}?token={lab.token}", wait_until="domcontentloaded")
    page.get_by_role("tab", name="01_tour.ipynb").wait_for()


def test_the_tour_runs_without_errors(tour, run_all_cells, error_outputs):
    run_all_cells(tour)
    assert error_outputs(tour) == []


def test_a_failing_cell_is_noticed(lab, open_notebook, run_all_cells, error_outputs):
    cells = [nbformat.v4.new_code_cell(source) for source in ("1 + 1", "1 / 0", "2 + 2")]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3 (ipykernel)", "language": "python"}}
    notebook = nbformat.v4.new_notebook(cells=cells, metadata=kernel)
    nbformat.write(notebook, lab.folder / "rummy-lab-notebooks" / "failing.ipynb")
    page = open_notebook("failing.ipynb")
    run_all_cells(page)
    assert error_outputs(page) == ["ZeroDivisionError: division by zero"]


def test_the_server_is_closed_to_those_without_its_token(lab, page):
    answer = page.request.get(f"{lab.base}api/contents", max_redirects=0)
    assert answer.status in (302, 403)
