"""What holds for every test: no cluster starts by itself, so that only the tests of trainings pay for one."""

import os

os.environ.setdefault("EMBEDSCOPE_WORKERS", "0")
