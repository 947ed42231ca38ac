"""Habits of the sources: short files, docstrings, nothing created at import."""

import ast

import pytest

from tests.rules.sources import ROOT, inside, modules, tree

MOST_LINES = 250
CHEAP = {
    "field",
    "frozenset",
    "set",
    "dict",
    "tuple",
    "list",
    "range",
    "Path",
    "TypeVar",
    "compile",
    "getLogger",
    "get_args",
}
FOLDERS = ("backend", "benchmarks", "data", "frontend/src", "tests")


def files(*ends):
    return [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*")) if path.suffix in ends]


def name_of(path):
    return str(path.relative_to(ROOT))


def is_read_through(path):
    """Whether a file is read from top to bottom; a catalogue of messages is looked things up in."""
    return "i18n" not in path.parts


@pytest.mark.parametrize("path", [*filter(is_read_through, files(".py", ".js"))], ids=name_of)
def test_no_file_has_more_than_250_lines(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MOST_LINES


@pytest.mark.parametrize("module", modules())
def test_every_module_says_what_it_is_for(module):
    source = tree(module)
    assert ast.get_docstring(source) or not source.body


def public_definitions(module):
    """Public functions and classes of a module and public methods of its public classes."""
    kinds = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
    waiting = [(node.name, node) for node in tree(module).body if isinstance(node, kinds)]
    for name, node in waiting:
        if not node.name.startswith("_"):
            yield name, node
            if isinstance(node, ast.ClassDef):
                waiting += [(f"{name}.{child.name}", child) for child in node.body if isinstance(child, kinds)]


@pytest.mark.parametrize(
    "module", [m for m in modules() if inside(m, "backend.lesson", "backend.space", "backend.claims")]
)
def test_every_public_function_says_what_it_does(module):
    without = [name for name, node in public_definitions(module) if not ast.get_docstring(node)]
    assert not without


def calls_at_import(module):
    """What runs when a module is imported: calls outside functions, lambdas, annotations and decorators."""
    own = {node.name for node in tree(module).body if isinstance(node, ast.ClassDef)}  # a record of plain values

    def visit(node):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            return
        if isinstance(node, ast.If) and "__name__" in ast.unparse(node.test):
            return
        if isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            if called.split(".")[-1] not in CHEAP | own:
                yield called
        for field, value in ast.iter_fields(node):
            if field in ("annotation", "decorator_list"):
                continue
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from visit(child)

    return list(visit(tree(module)))


@pytest.mark.parametrize("module", [m for m in modules() if inside(m, "backend.lesson", "backend.space")])
def test_nothing_is_created_at_import(module):
    assert calls_at_import(module) == []
