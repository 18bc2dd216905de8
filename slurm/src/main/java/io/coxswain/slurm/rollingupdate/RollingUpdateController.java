package io.coxswain.slurm.rollingupdate;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.kruise.KruiseStatefulSet;
import io.coxswain.runtime.controller.ControllerBuilder;
import io.coxswain.runtime.controller.Event;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.slurm.clients.SlurmClients;
import io.coxswain.slurm.drain.SlurmDrainer;
import io.coxswain.slurm.program.ManagerSettings;
import io.coxswain.slurm.reconcile.ForeignKinds;
import io.coxswain.slurm.reconcile.StatefulSetWriter;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.Map;

/**
 * Wires the controller: StatefulSets of workers whose NodeSet wants to be updated through Slurm.
 */
public final class RollingUpdateController {
  static final String ENABLED = "slurm.nebius.ai/rolling-update-enabled";
  private static final String NAME = "rollingupdate";

  private RollingUpdateController() {}

  public static void register(
      Manager manager, ManagerSettings settings, ForeignKinds kinds, SlurmClients clients) {
    ControllerBuilder<ObjectKey> controller = settings.tune(manager.controller(NAME));
    if (kinds.kruiseStatefulSet()) {
      controller
          .kind(KruiseStatefulSet.class)
          .watch(
              KruiseStatefulSet.class,
              watch -> watch.self().when(RollingUpdateController::matters));
    } else {
      controller
          .kind(StatefulSet.class)
          .watch(StatefulSet.class, watch -> watch.self().when(RollingUpdateController::matters));
    }
    controller.reconcile(
        new RollingUpdateReconciler(
            manager.client(),
            new StatefulSetWriter(manager.client(), kinds),
            clients,
            new SlurmDrainer(manager.client(), clients, manager.env().tasks()),
            manager.recorder(NAME)));
  }

  private static boolean matters(Event<? extends HasMetadata> event) {
    Map<String, String> labels = event.object().getMetadata().getLabels();
    return !(event instanceof Event.Deleted<?>)
        && labels != null
        && "true".equals(labels.get(ENABLED));
  }
}
