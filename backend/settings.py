"""Every setting, from EMBEDSCOPE_* variables: name, default, meaning. README's table is held to this one."""

from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, cast
from urllib.parse import urlsplit

from pydantic import Field, PlainValidator, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict
from upath import UPath

ROOT = Path(__file__).resolve().parent.parent


def _place(value: object) -> Path:
    """A folder as a Path, and any other fsspec URL as the like of one."""
    place = UPath(str(value))
    return Path(place.path) if place.protocol in ("", "file", "local") else cast(Path, place)


class Settings(BaseSettings):
    """The settings of one process; read when it is made, and fixed from then on."""

    model_config = SettingsConfigDict(env_prefix="EMBEDSCOPE_", frozen=True, extra="ignore")

    host: str = Field(default="127.0.0.1", description="address to listen on")
    port: int = Field(default=8000, ge=0, le=65535, description="port to listen on; 0 takes a free one")
    root_path: str = Field(
        default="", description="path prefix under which a proxy serves the app, such as /embedscope"
    )
    cors_origins: str = Field(
        default="", description="origins, comma-separated, whose pages may call the API; none by default"
    )
    models: Path = Field(
        default=ROOT / "models", description="folder of the shipped models; never written by the server"
    )
    data: Path = Field(default=ROOT / "data", description="folder of the shipped corpora; never written by the server")
    store: Annotated[Path, PlainValidator(_place)] = Field(
        default=ROOT / "store", description="folder, or fsspec URL, for what users add: models, corpora, trainings"
    )
    threads: int = Field(
        default=1, ge=1, le=256, description="threads of one tensor operation; small tensors are fastest on 1"
    )
    max_json_bytes: int = Field(
        default=1_000_000, ge=1000, description="largest JSON body in bytes; beyond it the answer is 413"
    )
    max_upload_bytes: int = Field(
        default=50_000_000, ge=1000, description="largest word list in bytes; beyond it the answer is 413"
    )
    max_picture_rows: int = Field(default=512, ge=2, description="most rows in one similarity matrix")
    max_lookup_bytes: int = Field(
        default=256_000_000, ge=1000, description="most bytes that the look-up experiment takes for one-hot rows"
    )

    workers: int = Field(
        default=2, ge=0, le=64, description="worker processes of the local cluster; 0 serves without trainings"
    )
    tls_ca: str = Field(default="", description="certificate file of the authority that the cluster trusts")
    tls_cert: str = Field(default="", description="certificate file of this process within the cluster")
    tls_key: str = Field(default="", description="key file of that certificate")
    scheduler: str = Field(
        default="", description="address of a Dask scheduler for trainings; by default a local cluster starts by itself"
    )
    max_steps: int = Field(default=2_000_000, ge=1, description="most steps of one training")
    max_batch_size: int = Field(default=65_536, ge=1, description="largest batch of one training")
    max_batch_cells: int = Field(
        default=50_000_000, ge=1000, description="most activations of one step: batch x (K x D + H + V)"
    )
    max_parameters: int = Field(default=5_000_000, ge=100, description="most parameters of one training")
    max_training_cost: int = Field(
        default=10**14, ge=1000, description="most multiply-adds of one training: steps x batch x parameters"
    )
    max_sweep_runs: int = Field(default=1000, ge=1, description="most trainings of one sweep")
    snapshot_bytes: int = Field(
        default=128_000_000,
        ge=100_000,
        description="bytes of snapshots that one training keeps; beyond it they are thinned",
    )

    @field_validator("root_path")
    @classmethod
    def _one_leading_slash(cls, value: str) -> str:
        trimmed = value.strip("/")
        return f"/{trimmed}" if trimmed else ""

    @field_validator("scheduler")
    @classmethod
    def _encrypted_beyond_this_machine(cls, value: str, info: ValidationInfo) -> str:
        parts = urlsplit(value if "://" in value or not value else f"tcp://{value}")
        try:
            loopback = parts.hostname == "localhost" or ip_address(parts.hostname or "").is_loopback
        except ValueError:
            loopback = False
        if parts.scheme == "tls":
            if not all(info.data.get(name) for name in ("tls_ca", "tls_cert", "tls_key")):
                raise ValueError("tls:// needs EMBEDSCOPE_TLS_CA, EMBEDSCOPE_TLS_CERT and EMBEDSCOPE_TLS_KEY")
        elif value and not (loopback and parts.scheme == "tcp"):
            raise ValueError("beyond this machine a scheduler is reached by tls://, with certificates")
        return parts.geturl()

    @property
    def origins(self) -> list[str]:
        """The origins of `cors_origins`, one by one."""
        return [origin.strip() for origin in self.cors_origins.split(",") if origin.strip()]
