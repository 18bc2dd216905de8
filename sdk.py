def train():
    import torch, torch.distributed as dist, time
    dist.init_process_group("gloo")
    total = torch.ones(1) * (dist.get_rank() + 1)
    dist.all_reduce(total)
    print(f"rank {dist.get_rank()} of {dist.get_world_size()}: sum {total.item()}", flush=True)
    time.sleep(5)
    dist.destroy_process_group()

train()