"""The modules of backend/ as the rules see them: name -> path, syntax tree, imports; read, never imported."""

import ast
import sys
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]


@cache
def modules() -> dict[str, Path]:
    """Every module of backend/ by its dotted name."""
    found = {}
    for path in sorted((ROOT / "backend").rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@cache
def tree(module: str) -> ast.Module:
    return ast.parse(modules()[module].read_text(encoding="utf-8"))


def inside(module: str, *packages: str) -> bool:
    """Whether a dotted name is one of the packages or lies in one."""
    return any(module == package or module.startswith(f"{package}.") for package in packages)


def runs_later(node: ast.AST) -> bool:
    """Whether importing a module leaves this part of it alone: a function's body, or what only a type checker reads."""
    if isinstance(node, ast.If):
        return "TYPE_CHECKING" in ast.unparse(node.test)
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)


def imports(module: str, at_import: bool = False) -> set[str]:
    """What a module imports, dotted; `at_import` leaves out what only a function or a type checker imports."""
    found: set[str] = set()
    package = module if modules()[module].name == "__init__.py" else module.rpartition(".")[0]

    def visit(node: ast.AST) -> None:
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*above, *([base] if base else [])])
            names = {f"{base}.{alias.name}" for alias in node.names}
            found.update({name for name in names if name in modules()} or {base})
        elif at_import and runs_later(node):
            return
        for child in ast.iter_child_nodes(node):
            visit(child)

    visit(tree(module))
    return found


def reached(module: str, at_import: bool = False) -> set[str]:
    """What a module imports, and what the modules of backend/ that it imports do in turn, their packages included."""
    found: set[str] = set()
    waiting = [module]
    while waiting:
        for name in imports(waiting.pop(), at_import):
            parts = name.split(".")
            for one in (".".join(parts[: i + 1]) for i in range(len(parts))):
                if one not in found:
                    found.add(one)
                    waiting += [one] if one in modules() else []
    return found


def third_party(module: str) -> set[str]:
    """The top-level packages a module imports that are neither ours nor the standard library's."""
    tops = {name.partition(".")[0] for name in imports(module)}
    return tops - set(sys.stdlib_module_names) - {"backend"}
