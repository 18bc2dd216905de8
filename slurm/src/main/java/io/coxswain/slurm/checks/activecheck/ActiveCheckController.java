package io.coxswain.slurm.checks.activecheck;

import io.coxswain.api.slurm.ActiveCheck;
import io.coxswain.runtime.controller.Event;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.slurm.program.ManagerSettings;
import java.time.Duration;
import java.util.Objects;

/** Wires the controller of active checks. */
public final class ActiveCheckController {
  public static final String NAME = "soperatorchecks.activecheck";

  private ActiveCheckController() {}

  /**
   * @param retry until a check that is not ready is looked at again
   */
  public static void register(Manager manager, ManagerSettings settings, Duration retry) {
    settings
        .tune(manager.controller(NAME))
        .kind(ActiveCheck.class)
        .watch(ActiveCheck.class, watch -> watch.self().when(ActiveCheckController::matters))
        .reconcile(new ActiveCheckReconciler(manager.client(), manager.recorder(NAME), retry));
  }

  private static boolean matters(Event<ActiveCheck> event) {
    return switch (event) {
      case Event.Created<ActiveCheck> created -> true;
      case Event.Updated<ActiveCheck>(ActiveCheck old, ActiveCheck now) ->
          now.getMetadata().getDeletionTimestamp() != null
              || !Objects.equals(
                  old.getMetadata().getGeneration(), now.getMetadata().getGeneration());
      case Event.Deleted<ActiveCheck> deleted -> false;
    };
  }
}
