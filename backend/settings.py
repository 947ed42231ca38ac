"""Every setting, from EMBEDSCOPE_* variables: name, default, meaning. README's table is held to this one."""

from pathlib import Path

from pydantic import Field, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

ROOT = Path(__file__).resolve().parent.parent


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
    store: Path = Field(default=ROOT / "store", description="folder for what users add: models they train, caches")
    threads: int = Field(
        default=1, ge=1, le=256, description="threads of one tensor operation; small tensors are fastest on 1"
    )
    max_json_bytes: int = Field(
        1_000_000, ge=1000, description="largest JSON body in bytes; beyond it the answer is 413"
    )
    max_picture_rows: int = Field(default=512, ge=2, description="most rows in one similarity matrix")

    @field_validator("root_path")
    @classmethod
    def _one_leading_slash(cls, value: str) -> str:
        trimmed = value.strip("/")
        return f"/{trimmed}" if trimmed else ""

    @property
    def origins(self) -> list[str]:
        """The origins of `cors_origins`, one by one."""
        return [origin.strip() for origin in self.cors_origins.split(",") if origin.strip()]
