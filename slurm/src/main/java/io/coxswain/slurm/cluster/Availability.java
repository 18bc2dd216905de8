package io.coxswain.slurm.cluster;

import static java.util.Objects.requireNonNullElse;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.mariadb.Grant;
import io.coxswain.api.mariadb.MariaDb;
import io.coxswain.runtime.client.Client;
import io.coxswain.slurm.reconcile.StatefulSetWriter;
import io.coxswain.slurm.values.ClusterValues;
import io.coxswain.slurm.values.Platform;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads how the components are, and tells it to the status. */
final class Availability {
  private final Client client;
  private final StatefulSetWriter sets;
  private final Platform platform;

  Availability(Client client, StatefulSetWriter sets, Platform platform) {
    this.client = client;
    this.sets = sets;
    this.platform = platform;
  }

  void tell(ClusterValues values, ClusterStatus status) throws ApiException {
    boolean maintenance = values.maintenance().active();
    String namespace = values.names().namespace();
    status.common(maintenance);
    status.populateJail(values.maintenance());
    status.controllers(
        maintenance,
        sets.find(ObjectKey.of(namespace, values.names().controller()))
            .map(set -> set.readyReplicas() == 1));
    status.login(
        maintenance,
        sets.find(ObjectKey.of(namespace, values.names().login()))
            .map(set -> set.availableReplicas()),
        ClusterValues.or(values.nodes().getLogin().getSize(), 0));
    accounting(values, status, maintenance);
    Optional<Deployment> configs =
        client.get(Deployment.class, ObjectKey.of(namespace, values.names().sConfigController()));
    status.configController(
        configs.map(Availability::available), configs.map(Availability::replicas).orElse(1));
  }

  private void accounting(ClusterValues values, ClusterStatus status, boolean maintenance)
      throws ApiException {
    if (maintenance) {
      status.accountingInMaintenance();
      return;
    }
    if (!values.accounting()) {
      status.accountingDisabled();
      return;
    }
    if (usesMariaDb(values) && !mariaDb(values, status)) {
      return;
    }
    Optional<Deployment> deployment =
        client.get(
            Deployment.class,
            ObjectKey.of(values.names().namespace(), values.names().accounting()));
    int running = deployment.map(Availability::available).orElse(0);
    int asked = deployment.map(Availability::replicas).orElse(1);
    if (running == 0) {
      status.accountingNotAvailable("Slurm accounting is not available yet");
    } else if (running != asked) {
      status.accountingNotAvailable(
          "Slurm accounting available replicas: %d, but target replicas: %d"
              .formatted(running, asked));
    } else {
      status.accountingAvailable();
    }
  }

  private static boolean usesMariaDb(ClusterValues values) {
    var mariaDb = values.nodes().getAccounting().getMariadbOperator();
    return mariaDb != null && ClusterValues.on(mariaDb.getEnabled());
  }

  /** Whether the database is ready; if not, the status says so. */
  private boolean mariaDb(ClusterValues values, ClusterStatus status) throws ApiException {
    ObjectKey key = ObjectKey.of(values.names().namespace(), values.names().database());
    Optional<MariaDb> mariaDb =
        platform.mariaDb() ? client.get(MariaDb.class, key) : Optional.empty();
    if (mariaDb.isEmpty()) {
      status.accountingUnknown("Failed to get MariaDB");
      return false;
    }
    Optional<Grant> grant = client.get(Grant.class, key);
    if (grant.isEmpty()) {
      status.accountingUnknown("Failed to get MariaDB Grant");
      return false;
    }
    if (!isReady(
        mariaDb.get().getStatus() == null ? null : mariaDb.get().getStatus().getConditions())) {
      status.accountingNotAvailable("MariaDB is not ready");
      return false;
    }
    if (!isReady(
        grant.get().getStatus() == null ? null : grant.get().getStatus().getConditions())) {
      status.accountingNotAvailable("MariaDB Grant is not ready");
      return false;
    }
    return true;
  }

  private static boolean isReady(@Nullable List<Condition> conditions) {
    return conditions != null
        && conditions.stream()
            .anyMatch(c -> "Ready".equals(c.getType()) && "True".equals(c.getStatus()));
  }

  private static int available(Deployment deployment) {
    return deployment.getStatus() == null
        ? 0
        : requireNonNullElse(deployment.getStatus().getAvailableReplicas(), 0);
  }

  private static int replicas(Deployment deployment) {
    return requireNonNullElse(deployment.getSpec().getReplicas(), 1);
  }
}
