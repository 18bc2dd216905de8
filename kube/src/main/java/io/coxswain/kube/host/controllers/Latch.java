package io.coxswain.kube.host.controllers;

import io.coxswain.env.Bell;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Tasks;

/** A gate that opens once; callers wait until then. */
public final class Latch {
  private final Bell bell;
  private volatile boolean open;

  public Latch(Tasks tasks) {
    this.bell = tasks.newBell();
  }

  public void open() {
    open = true;
    bell.ring();
  }

  public boolean isOpen() {
    return open;
  }

  public void await() throws CancelledException {
    while (true) {
      long rings = bell.rings();
      if (open) {
        return;
      }
      bell.await(rings);
    }
  }
}
