"""Runs the cells of a notebook one after the other, and compares what they print with their outputs. `UPDATE=1` writes it into the
notebook instead. Needs no Jupyter.

    python tests/notebook.py NOTEBOOK
"""

import contextlib
import io
import json
import os
import sys
from pathlib import Path

path = Path(sys.argv[1])
notebook = json.loads(path.read_text())
names: dict[str, object] = {}
for number, cell in enumerate(notebook["cells"]):
    if cell["cell_type"] != "code":
        continue
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile("".join(cell["source"]), f"{path}, cell {number}", "exec"), names)
    lines = printed.getvalue().splitlines(keepends=True)
    outputs = [{"name": "stdout", "output_type": "stream", "text": lines}] if lines else []
    if not os.environ.get("UPDATE") and cell["outputs"] != outputs:
        sys.exit(f"{path}: cell {number} prints something else than its output; UPDATE=1 writes it:\n{printed.getvalue()}")
    cell["outputs"] = outputs
if os.environ.get("UPDATE"):
    path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n")
