package io.coxswain.runtime.controller;

/**
 * The log lines about the life of controllers and about failed reconciles. Programs whose users
 * know other wording replace {@link #STANDARD}.
 */
public interface ControllerLog {
  /** The wording of controller-runtime. */
  ControllerLog STANDARD =
      (pass, controller, key, failure, expected) -> {
        var line = expected ? pass.log().atInfo() : pass.log().atError();
        boolean anticipated = ReconcileWorker.isAnticipated(failure);
        (anticipated ? line.addKeyValue("err", failure.getMessage()) : line.setCause(failure))
            .log("Reconciler error");
      };

  /** Called before the caches of a controller are filled. */
  default void starting(String controller) {}

  /** Called when the caches have synced, before the workers start. */
  default void synced(String controller) {}

  /** Called after the last reconcile. */
  default void stopped(String controller) {}

  /**
   * A reconcile failed and will be retried.
   *
   * @param expected whether the failure belongs to normal operation, such as a conflict
   */
  void failed(
      Reconciliation pass, String controller, Object key, Exception failure, boolean expected);
}
