package io.coxswain.slurm.cluster;

import static java.util.Objects.requireNonNullElse;

import io.coxswain.api.ApiException;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.mariadb.Grant;
import io.coxswain.api.mariadb.MariaDb;
import io.coxswain.api.mariadb.MariaDbStatus;
import io.coxswain.runtime.client.Reader;
import io.coxswain.slurm.reconcile.StatefulSetView;
import io.coxswain.slurm.reconcile.StatefulSetWriter;
import io.coxswain.slurm.values.ClusterValues;
import io.coxswain.slurm.values.Component;
import io.coxswain.slurm.values.Labels;
import io.coxswain.slurm.values.Platform;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the state of the components, and records it in the status. */
final class Availability {
  private final Reader client;
  private final StatefulSetWriter sets;
  private final Platform platform;

  Availability(Reader client, StatefulSetWriter sets, Platform platform) {
    this.client = client;
    this.sets = sets;
    this.platform = platform;
  }

  void fillIn(ClusterValues values, ClusterStatus status) throws ApiException {
    boolean maintenance = values.maintenance().active();
    String namespace = values.names().namespace();
    status.common(maintenance);
    status.populateJail(values.maintenance());
    Optional<StatefulSetView> controller =
        sets.find(ObjectKey.of(namespace, values.names().controller()));
    status.controllers(
        maintenance,
        controller.map(set -> set.readyReplicas() == 1),
        progress(
            values,
            Component.CONTROLLER,
            "StatefulSet " + values.names().controller(),
            controller.map(StatefulSetView::readyReplicas).orElse(0),
            1));
    Optional<StatefulSetView> login = sets.find(ObjectKey.of(namespace, values.names().login()));
    int asked = ClusterValues.or(values.nodes().getLogin().getSize(), 0);
    status.login(
        maintenance,
        login.map(StatefulSetView::availableReplicas),
        asked,
        progress(
            values,
            Component.LOGIN,
            "StatefulSet " + values.names().login(),
            login.map(StatefulSetView::availableReplicas).orElse(0),
            asked));
    accounting(values, status, maintenance);
    Optional<Deployment> configs = deployment(values, values.names().sConfigController());
    status.configController(
        configs.map(Availability::available),
        configs.map(Availability::replicas).orElse(1),
        progress(values, Component.SCONFIGCONTROLLER, values.names().sConfigController(), configs));
    optional(values, status, ClusterStatus.REST, Component.REST, values.names().rest());
    optional(values, status, ClusterStatus.EXPORTER, Component.EXPORTER, values.names().exporter());
  }

  /** Reports why the Job that populates the jail does not succeed, once something is wrong. */
  void jail(ClusterValues values, ClusterStatus status) throws ApiException {
    String name = values.names().populateJail();
    WorkloadProblem.of(pods(values, Component.POPULATE_JAIL))
        .filter(problem -> !problem.starting())
        .ifPresent(
            problem ->
                status.stuck(
                    ClusterStatus.POPULATE_JAIL,
                    problem.reason(),
                    "Job " + name + " has not succeeded: " + problem.message()));
  }

  /** A component that upstream has no condition for: reported only while its pods fail. */
  private void optional(
      ClusterValues values, ClusterStatus status, String type, Component component, String name)
      throws ApiException {
    Optional<Deployment> deployment = deployment(values, name);
    if (deployment.isEmpty() || available(deployment.get()) >= replicas(deployment.get())) {
      return;
    }
    status.unsettled();
    Progress progress = progress(values, component, name, deployment);
    if (!progress.starting()) {
      status.stuck(type, progress.reason(), progress.message());
    }
  }

  // ---- why a workload is not ready

  /**
   * What a workload lacks.
   *
   * @param starting whether nothing is known to be wrong
   */
  record Progress(String reason, String message, boolean starting) {}

  private Progress progress(
      ClusterValues values, Component component, String name, Optional<Deployment> deployment)
      throws ApiException {
    return progress(
        values,
        component,
        "Deployment " + name,
        deployment.map(Availability::available).orElse(0),
        deployment.map(Availability::replicas).orElse(1));
  }

  private Progress progress(
      ClusterValues values, Component component, String workload, int ready, int asked)
      throws ApiException {
    String counted = "%s: %d of %d pods ready".formatted(workload, ready, asked);
    if (ready == asked) {
      return new Progress(WorkloadProblem.NOT_AVAILABLE, counted, true);
    }
    List<Pod> pods = pods(values, component);
    if (pods.isEmpty() && asked > 0) {
      return new Progress(
          WorkloadProblem.NOT_AVAILABLE, counted + "; no pod has been created", true);
    }
    return WorkloadProblem.of(pods)
        .map(
            problem ->
                new Progress(
                    problem.reason(), counted + "; " + problem.message(), problem.starting()))
        .orElseGet(() -> new Progress(WorkloadProblem.NOT_AVAILABLE, counted, true));
  }

  private List<Pod> pods(ClusterValues values, Component component) throws ApiException {
    return client
        .list(Pod.class)
        .in(values.names().namespace())
        .labels(LabelSelector.of(Labels.matching(component, values.names().cluster())))
        .toList();
  }

  private Optional<Deployment> deployment(ClusterValues values, String name) throws ApiException {
    return client.get(Deployment.class, ObjectKey.of(values.names().namespace(), name));
  }

  // ---- accounting

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
    Optional<Deployment> deployment = deployment(values, values.names().accounting());
    int running = deployment.map(Availability::available).orElse(0);
    int asked = deployment.map(Availability::replicas).orElse(1);
    Progress progress =
        progress(values, Component.ACCOUNTING, values.names().accounting(), deployment);
    if (running == 0) {
      status.accountingNotAvailable(
          progress.reason(), "Slurm accounting is not available yet: " + progress.message());
    } else if (running != asked) {
      status.accountingNotAvailable(
          progress.reason(),
          "Slurm accounting available replicas: %d, but target replicas: %d: %s"
              .formatted(running, asked, progress.message()));
    } else {
      status.accountingAvailable();
    }
  }

  private static boolean usesMariaDb(ClusterValues values) {
    var mariaDb = values.nodes().getAccounting().getMariadbOperator();
    return mariaDb != null && ClusterValues.on(mariaDb.getEnabled());
  }

  /** Whether the database is ready; if not, the status contains the reason. */
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
    if (ready(mariaDb.get().getStatus()).filter(Availability::isTrue).isEmpty()) {
      status.accountingNotAvailable(
          WorkloadProblem.NOT_AVAILABLE, "MariaDB is not ready" + why(mariaDb.get().getStatus()));
      return false;
    }
    if (ready(grant.get().getStatus()).filter(Availability::isTrue).isEmpty()) {
      status.accountingNotAvailable(
          WorkloadProblem.NOT_AVAILABLE,
          "MariaDB Grant is not ready" + why(grant.get().getStatus()));
      return false;
    }
    return true;
  }

  private static Optional<Condition> ready(@Nullable MariaDbStatus status) {
    return status == null
        ? Optional.empty()
        : status.getConditions().stream().filter(c -> "Ready".equals(c.getType())).findFirst();
  }

  private static boolean isTrue(Condition condition) {
    return "True".equals(condition.getStatus());
  }

  /** What the operator of the database reports, if anything. */
  private static String why(@Nullable MariaDbStatus status) {
    return ready(status)
        .map(
            condition ->
                ": %s: %s"
                    .formatted(
                        requireNonNullElse(condition.getReason(), ""),
                        requireNonNullElse(condition.getMessage(), "")))
        .orElse("");
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
