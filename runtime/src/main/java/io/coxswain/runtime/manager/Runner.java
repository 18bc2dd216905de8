package io.coxswain.runtime.manager;

import io.coxswain.env.Task;

/** Something a group runs. */
interface Runner {
  String name();

  void run() throws Exception;

  /** Asks it to end. What has no gentler way is cancelled. */
  default void stop(Task task) {
    task.cancel();
  }
}
