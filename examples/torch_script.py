"""PyTorch: DistributedDataParallel on CPUs (gloo), as a script of your own.

    pip install torch numpy
    coxswain train --nnodes 2 examples/torch_script.py

The script imports torch, so torchrun starts it on each node. progress.py reports the curve.
"""

import torch
import torch.distributed as dist
from progress import report
from torch.nn.parallel import DistributedDataParallel

EPOCHS, BATCHES, BATCH = 20, 20, 256


def batch(generator):
    """Points inside and outside of a circle."""
    points = 2 * torch.rand(BATCH, 2, generator=generator) - 1
    return points, (points.square().sum(1) < 0.5).float()


dist.init_process_group("gloo")
rank, world = dist.get_rank(), dist.get_world_size()
torch.manual_seed(7)
torch.set_num_threads(1)
model = DistributedDataParallel(
    torch.nn.Sequential(torch.nn.Linear(2, 32), torch.nn.Tanh(), torch.nn.Linear(32, 1))
)
optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
generator = torch.Generator().manual_seed(1000 + rank)
print(f"rank {rank} of {world}, torch {torch.__version__}")
for epoch in range(1, EPOCHS + 1):
    total = torch.zeros(1)
    for _ in range(BATCHES):
        points, inside = batch(generator)
        loss = torch.nn.functional.binary_cross_entropy_with_logits(model(points).squeeze(1), inside)
        optimizer.zero_grad()
        loss.backward()  # gradients are averaged over all nodes here
        optimizer.step()
        total += loss.item()
    dist.all_reduce(total)
    mean = total.item() / BATCHES / world
    if rank == 0:
        print(f"epoch {epoch}/{EPOCHS} done")
        report(epoch, EPOCHS, loss=mean)
dist.destroy_process_group()
