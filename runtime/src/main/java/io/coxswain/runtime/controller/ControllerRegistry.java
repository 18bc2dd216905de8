package io.coxswain.runtime.controller;

/** Is given each controller when its declaration is complete. */
public interface ControllerRegistry {

  void add(WorkerController<?> controller);

  /** A controller whose keys are divided among replicas. */
  void add(ShardedController<?> controller);
}
