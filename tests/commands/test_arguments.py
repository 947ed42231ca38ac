import pytest

from backend.__main__ import main

COMMANDS = ["serve", "train", "generate", "neighbours", "import"]


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_each_command(capsys, command: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    assert f"usage: python -m backend {command}" in capsys.readouterr().out


def test_help_lists_every_command(capsys) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    assert all(command in capsys_out for capsys_out in [capsys.readouterr().out] for command in COMMANDS)


@pytest.mark.parametrize(
    "arguments", [[], ["sing"], ["generate", "--count", "ten"], ["train"], ["import"], ["serve", "--tls"]]
)
def test_what_is_no_command_shows_the_usage(capsys, arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert "usage: python -m backend" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("EMBEDSCOPE_PORT", "eighty"),
        ("EMBEDSCOPE_PORT", "70000"),
        ("EMBEDSCOPE_PORT", ""),
        ("EMBEDSCOPE_THREADS", "0"),
        ("EMBEDSCOPE_THREADS", "many"),
        ("EMBEDSCOPE_MAX_JSON_BYTES", "-1"),
        ("EMBEDSCOPE_MAX_PICTURE_ROWS", "1"),
    ],
)
@pytest.mark.parametrize("command", [["generate"], ["neighbours", "e"], ["serve"], ["train", "--out", "x"]])
def test_a_bad_setting_is_named(run, monkeypatch, command: list[str], name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    status, out, err = run(*command)
    assert (status, out) == (1, "")
    assert err.startswith(f"{name}={value!r}: ")
    assert err.count("\n") == 1


def test_several_bad_settings_are_named_at_once(run, monkeypatch) -> None:
    monkeypatch.setenv("EMBEDSCOPE_PORT", "x")
    monkeypatch.setenv("EMBEDSCOPE_THREADS", "y")
    _, _, err = run("generate")
    assert [line.split("=")[0] for line in err.splitlines()] == ["EMBEDSCOPE_PORT", "EMBEDSCOPE_THREADS"]
