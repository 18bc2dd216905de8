package io.coxswain.runtime.manager;

import io.coxswain.env.Task;

/** A runnable of a group. */
interface Runner {
  String name();

  void run() throws Exception;

  /** Asks the runner to stop; cancels it by default. */
  default void stop(Task task) {
    task.cancel();
  }
}
