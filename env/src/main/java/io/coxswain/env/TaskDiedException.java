package io.coxswain.env;

/** Reports that a task died of an {@link Error}, which is the cause. */
public final class TaskDiedException extends Exception {
  TaskDiedException(String task, Error error) {
    super("task " + task + " died of " + error.getClass().getName(), error);
  }
}
