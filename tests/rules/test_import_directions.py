"""Imports run one way: the pure rings know nothing outward, and torch is imported where it is needed."""

import pytest

from tests.rules.sources import imports, inside, modules, reached, third_party

RINGS = ("backend.lesson", "backend.space", "backend.claims", "backend.experiments", "backend.studio", "backend.web")
MAY_IMPORT = {
    "backend.refusal": (),
    "backend.lesson": ("backend.lesson", "backend.refusal"),
    "backend.space": ("backend.space", "backend.refusal"),
    "backend.claims": ("backend.claims", "backend.lesson", "backend.space", "backend.refusal"),
    "backend.experiments": ("backend.experiments", "backend.lesson", "backend.space", "backend.refusal"),
    "backend.studio": (*RINGS[:5], "backend.refusal", "backend.settings"),
}
PACKAGES = {
    "backend.refusal": set(),
    "backend.lesson": {"torch", "numpy", "safetensors"},
    "backend.space": {"numpy"},
    "backend.claims": {"torch", "numpy"},
    "backend.experiments": {"torch", "numpy"},
}
WITHOUT_TORCH = ("vocabulary", "corpus", "split", "contexts", "distinct", "counts", "dice", "whole_file")


def of(*packages):
    """The modules of some packages, as test parameters; never none of them."""
    return [module for module in modules() if inside(module, *packages)]


def test_the_rules_see_the_modules_there_are():
    assert {"backend.lesson.network", "backend.space.table", "backend.refusal", "backend.lesson"} <= set(modules())
    assert "torch" in imports("backend.lesson.network")
    assert "backend.lesson.vocabulary" in imports("backend.lesson.corpus")
    assert "torch" in reached("backend.lesson.card") - imports("backend.lesson.card")
    assert third_party("backend.lesson.checkpoint") == {"torch", "safetensors"}


@pytest.mark.parametrize("module", of(*MAY_IMPORT))
def test_imports_run_inward(module):
    ring = next(package for package in MAY_IMPORT if inside(module, package))
    ours = {name for name in imports(module) if inside(name, "backend")}
    outward = {name for name in ours if not inside(name, *MAY_IMPORT[ring])}
    assert not outward, f"{module} imports {sorted(outward)}"


@pytest.mark.parametrize("module", of(*PACKAGES))
def test_the_pure_rings_need_few_packages(module):
    ring = next(package for package in PACKAGES if inside(module, package))
    assert third_party(module) <= PACKAGES[ring]


@pytest.mark.parametrize("module", [*(f"backend.lesson.{name}" for name in WITHOUT_TORCH), *of("backend.space")])
def test_counting_and_tables_come_without_torch(module):
    assert "torch" not in reached(module)


@pytest.mark.parametrize("module", of("backend.web"))
def test_the_server_opens_its_socket_before_torch_is_there(module):
    assert "torch" not in reached(module, at_import=True)


def test_no_module_reaches_itself():
    circles = [module for module in modules() if module in reached(module, at_import=True) and not has_modules(module)]
    assert not circles


def has_modules(package):
    return any(module.startswith(f"{package}.") for module in modules())
