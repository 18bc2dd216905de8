"""Plain Python: fits a line by gradient descent.

    coxswain train examples/plain.py --epochs 30
    coxswain train --nnodes 2 examples/plain.py

It needs no package and knows nothing of Kubernetes. The curve comes from what it prints.
"""

import argparse
import os
import random
import time

parser = argparse.ArgumentParser()
parser.add_argument("--epochs", type=int, default=20)
parser.add_argument("--lr", type=float, default=0.1)
options = parser.parse_args()

rank = int(os.environ.get("PET_NODE_RANK", "0"))
source = random.Random(rank)
points = [(x, 3 * x + 1 + source.gauss(0, 0.1)) for x in (source.uniform(-1, 1) for _ in range(500))]
slope = offset = 0.0
for epoch in range(1, options.epochs + 1):
    errors = [(slope * x + offset - y, x) for x, y in points]
    loss = sum(error * error for error, _ in errors) / len(points)
    slope -= options.lr * 2 * sum(error * x for error, x in errors) / len(points)
    offset -= options.lr * 2 * sum(error for error, _ in errors) / len(points)
    print(f"epoch {epoch}/{options.epochs} loss={loss:.4f}")
    time.sleep(0.1)
print(f"rank {rank}: y = {slope:.2f} x + {offset:.2f}")
