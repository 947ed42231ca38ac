"""One thread, as the server has: two that wait for each other are no quicker on a busy machine."""

import torch

torch.set_num_threads(1)
