package io.coxswain.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.CustomObject;
import io.coxswain.api.Timestamps;
import io.coxswain.api.bundle.Crds;
import io.coxswain.api.mariadb.Grant;
import io.coxswain.api.mariadb.MariaDb;
import io.coxswain.api.mariadb.MariaDbStatus;
import io.coxswain.env.Clock;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import java.util.List;
import java.util.Optional;

/**
 * A stand-in for the MariaDB operator in clusters with simulated containers: marks every MariaDB
 * and Grant as ready and runs nothing.
 */
final class EmbeddedDatabases {
  private EmbeddedDatabases() {}

  /** The CRDs, with the fields that a SlurmCluster uses. */
  static List<ObjectNode> definitions() {
    return List.of(Crds.define(MariaDb.class), Crds.define(Grant.class));
  }

  static void register(Manager manager) {
    register(manager, "mariadb", MariaDb.class);
    register(manager, "grant", Grant.class);
  }

  private static <T extends CustomObject<?, MariaDbStatus>> void register(
      Manager manager, String name, Class<T> kind) {
    Client client = manager.client();
    Clock clock = manager.env().clock();
    manager
        .controller(name)
        .kind(kind)
        .watch(kind, all -> all.self())
        .reconcile(
            (key, pass) -> {
              Optional<T> found = client.get(kind, key);
              if (found.isPresent() && !isReady(found.get())) {
                client.patchStatus(found.get(), object -> object.setStatus(ready(clock)));
              }
              return Outcome.done();
            });
  }

  private static boolean isReady(CustomObject<?, MariaDbStatus> object) {
    return object.getStatus() != null
        && object.getStatus().getConditions().stream()
            .anyMatch(each -> "Ready".equals(each.getType()) && "True".equals(each.getStatus()));
  }

  private static MariaDbStatus ready(Clock clock) {
    Condition ready =
        new ConditionBuilder()
            .withType("Ready")
            .withStatus("True")
            .withReason("Pretended")
            .withMessage("Simulated nodes run no database")
            .withLastTransitionTime(Timestamps.format(clock.now()))
            .build();
    var status = new MariaDbStatus();
    status.setConditions(List.of(ready));
    return status;
  }
}
