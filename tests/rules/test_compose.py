"""docker-compose.yml, without Docker: what starts by default, what is open to whom, and TLS wherever it is needed."""

import re
import shlex
from itertools import pairwise
from typing import Any

import pytest
import yaml

from backend.settings import ROOT, Settings

COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
CLUSTER = {"certificates", "scheduler", "worker-1", "worker-2", "web-1", "web-2", "proxy"}
TLS_FILES = {"--tls-ca-file": "authority.pem", "--tls-cert": "cluster.pem", "--tls-key": "cluster.key"}


def test_up_alone_starts_one_service_and_the_profile_the_cluster() -> None:
    assert {name for name, service in SERVICES.items() if "profiles" not in service} == {"embedscope"}
    assert {name for name, service in SERVICES.items() if service.get("profiles") == ["cluster"]} == CLUSTER
    assert not CLUSTER & set(SERVICES["embedscope"].get("depends_on", {}))


@pytest.mark.parametrize("name", SERVICES)
def test_only_the_app_and_the_proxy_are_open_and_only_to_this_machine(name: str) -> None:
    ports = SERVICES[name].get("ports", [])
    assert bool(ports) == (name in {"embedscope", "proxy"})
    assert all(port.startswith("127.0.0.1:") for port in ports)


@pytest.mark.parametrize("name", ["scheduler", "worker-1", "worker-2"])
def test_the_cluster_speaks_tls_alone(name: str) -> None:
    words = shlex.split(SERVICES[name]["command"])
    options = dict(pairwise(words))
    assert words[:3] == ["python", "-m", "dask"]
    assert options["--protocol"] == "tls"
    assert {option: options[option] for option in TLS_FILES} == {
        option: f"/certificates/{file}" for option, file in TLS_FILES.items()
    }
    assert options["--dashboard-address"].startswith("127.0.0.1:")
    assert "--no-dashboard" in words
    assert SERVICES[name]["environment"]["DASK_DISTRIBUTED__COMM__REQUIRE_ENCRYPTION"] == "true"
    if name != "scheduler":
        assert words[4] == "tls://scheduler:8786"


@pytest.mark.parametrize("name", ["web-1", "web-2", "embedscope"])
def test_what_a_server_is_told_are_settings_that_it_takes(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    told = {key: re.sub(r"\$\{\w+:-(.*?)\}", r"\1", value) for key, value in SERVICES[name]["environment"].items()}
    known = {f"EMBEDSCOPE_{field.upper()}" for field in Settings.model_fields}
    assert set(told) <= known
    for key, value in told.items():
        monkeypatch.setenv(key, value)
    assert Settings().scheduler == ("" if name == "embedscope" else "tls://scheduler:8786")


@pytest.mark.parametrize("name", ["scheduler", "worker-1", "worker-2", "web-1", "web-2"])
def test_a_member_has_the_shared_store_and_certificates_it_cannot_change(name: str) -> None:
    service = SERVICES[name]
    assert {"shared:/store", "certificates:/certificates:ro"} <= set(service["volumes"])
    assert service["depends_on"]["certificates"] == {"condition": "service_completed_successfully"}
    assert service["networks"] == ["inside"]
    assert COMPOSE["networks"]["inside"]["internal"] is True


@pytest.mark.parametrize("name", SERVICES)
def test_every_service_is_read_only_but_for_its_volumes(name: str) -> None:
    service = SERVICES[name]
    assert service["read_only"] is True
    assert service["tmpfs"] == ["/tmp"]
    for volume in service["volumes"]:
        source, place = volume.split(":")[:2]
        assert source in COMPOSE["volumes"] or (ROOT / source).is_file()
        if source in COMPOSE["volumes"]:  # a new volume takes its owner from the folder in the image
            made = re.search(r"mkdir (.+) && chown embedscope (.+)", (ROOT / "Dockerfile").read_text())
            assert place in made[1].split()
            assert place in made[2].split()


def test_certificates_are_made_once_by_the_script_in_the_image() -> None:
    service = SERVICES["certificates"]
    _, script, folder = shlex.split(service["command"])
    assert (ROOT / script).is_file()
    assert folder == "/certificates"
    assert "COPY deploy deploy" in (ROOT / "Dockerfile").read_text()
    assert (service["restart"], service["network_mode"]) == ("no", "none")


def test_the_proxy_passes_events_on_as_they_come() -> None:
    config = (ROOT / "deploy" / "nginx.conf").read_text()
    assert set(re.findall(r"server ([\w-]+):8000;", config)) == {"web-1", "web-2"}
    for said in (
        "proxy_buffering off",
        "proxy_request_buffering off",
        "proxy_http_version 1.1",
        "proxy_read_timeout 1h",
    ):
        assert f"{said};" in config
    assert int(re.search(r"client_max_body_size (\d+)m;", config)[1]) > 50
    port = re.search(r"listen (\d+);", config)[1]
    assert SERVICES["proxy"]["ports"][0].endswith(f":{port}")
    assert set(SERVICES["proxy"]["depends_on"]) == {"web-1", "web-2"}
