package io.coxswain.slurm.cluster;

import static io.coxswain.slurm.reconcile.ConditionsDraft.FALSE;
import static io.coxswain.slurm.reconcile.ConditionsDraft.TRUE;
import static io.coxswain.slurm.reconcile.ConditionsDraft.UNKNOWN;
import static java.util.Objects.requireNonNullElse;

import io.coxswain.api.slurm.SlurmClusterStatus;
import io.coxswain.slurm.reconcile.ConditionsDraft;
import io.coxswain.slurm.values.Maintenance;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The status of a cluster while a reconcile computes it. */
final class ClusterStatus {
  static final String COMMON = "CommonAvailable";
  static final String CONTROLLERS = "ControllersAvailable";
  static final String LOGIN = "LoginAvailable";
  static final String CONFIG_CONTROLLER = "SConfigControllerAvailable";
  static final String ACCOUNTING = "AccountingAvailable";
  static final String POPULATE_JAIL_MODE = "PopulateJailMode";
  static final String NODE_SET_REFS = "NodeSetRefsResolved";

  /** Our additions to upstream's conditions; present only while there is a problem. */
  static final String SPEC_VALID = "SpecValid";

  static final String POPULATE_JAIL = "PopulateJailAvailable";
  static final String REST = "RESTAvailable";
  static final String EXPORTER = "ExporterAvailable";
  private static final List<String> ONLY_WHEN_FAILING =
      List.of(SPEC_VALID, POPULATE_JAIL, REST, EXPORTER);

  /** Ours too; there while a workload runs the pod template of another operator. */
  static final String POD_TEMPLATES = "PodTemplatesCurrent";

  private static final String PENDING = "Pending";
  private static final String AVAILABLE_PHASE = "Available";
  private static final String NOT_AVAILABLE_PHASE = "Not available";
  private static final String AVAILABLE = "Available";
  private static final String MAINTENANCE = "Maintenance";
  static final String FAILED = "ReconcileFailed";

  /** As much as the server takes. */
  private static final int MAX_MESSAGE_LENGTH = 32_768;

  private final SlurmClusterStatus before;
  private final ConditionsDraft conditions;
  private int readyLogin;
  private int readyConfigController;
  private boolean available = true;
  private boolean evaluated;
  private boolean settled = true;

  /** Types of conditions that the result will not have. */
  private final Set<String> solved = new TreeSet<>();

  ClusterStatus(SlurmClusterStatus before, Instant now) {
    this.before = before;
    this.conditions = new ConditionsDraft(before.getConditions(), now);
    this.readyLogin = requireNonNullElse(before.getReadyLogin(), 0);
    this.readyConfigController = requireNonNullElse(before.getReadySConfigController(), 0);
    for (String type : List.of(COMMON, CONTROLLERS, LOGIN, CONFIG_CONTROLLER, ACCOUNTING)) {
      conditions.setIfAbsent(type, UNKNOWN, "SetUpCondition", "The object is not ready yet.");
    }
  }

  /** The maintenance mode in the previous status; empty if there was none. */
  String toldMode() {
    return conditions.find(POPULATE_JAIL_MODE).map(Condition::getReason).orElse("");
  }

  // ---- what went wrong

  /**
   * Removes the problems of earlier reconciles, except those that this one reports again: they keep
   * their transition time.
   */
  void clearComplaints() {
    solved.addAll(ONLY_WHEN_FAILING);
  }

  /** The component could not be written. */
  void failed(String type, String reason, String message) {
    stuck(type, reason, message);
    available = false;
    evaluated = true;
  }

  /** A component that the phase does not depend on has a problem. */
  void stuck(String type, String reason, String message) {
    solved.remove(type);
    conditions.set(type, FALSE, reason, cut(message));
  }

  /** A component that the phase does not depend on is not ready, so it is looked at again. */
  void unsettled() {
    settled = false;
  }

  Optional<Condition> find(String type) {
    return conditions.find(type);
  }

  // ---- how the components are

  /**
   * @param message which workloads run the pod template of another operator; empty without any
   */
  void keptTemplates(String message) {
    if (message.isEmpty()) {
      solved.add(POD_TEMPLATES);
    } else {
      stuck(POD_TEMPLATES, "TakenOver", message);
    }
  }

  void common(boolean maintenance) {
    set(
        COMMON,
        maintenance,
        Optional.empty(),
        "Slurm common components are",
        new Availability.Progress(WorkloadProblem.NOT_AVAILABLE, "", true));
  }

  void populateJail(Maintenance mode) {
    switch (mode) {
      case NONE ->
          conditions.set(
              POPULATE_JAIL_MODE, TRUE, mode.word(), "Populate Jail maintenanceMode is none");
      case SKIP_POPULATE_JAIL ->
          conditions.set(POPULATE_JAIL_MODE, TRUE, mode.word(), "Populate Jail is skipped");
      case DOWNSCALE_AND_DELETE_POPULATE_JAIL ->
          conditions.set(POPULATE_JAIL_MODE, TRUE, mode.word(), "Populate Jail is deleted");
      case DOWNSCALE_AND_OVERWRITE_POPULATE_JAIL ->
          conditions.set(POPULATE_JAIL_MODE, TRUE, mode.word(), "Populate Jail is overwritten");
      case DOWNSCALE ->
          conditions.set(
              POPULATE_JAIL_MODE, UNKNOWN, "Unknown", "Unknown Populate Jail maintenanceMode");
    }
  }

  /**
   * @param complaint empty if all references exist
   */
  void nodeSetRefs(String complaint) {
    if (complaint.isEmpty()) {
      conditions.set(
          NODE_SET_REFS,
          TRUE,
          "AllNodeSetRefsResolved",
          "All partition nodeSetRefs are rendered into slurm.conf");
    } else {
      conditions.set(NODE_SET_REFS, FALSE, "IgnoredNodeSetRefs", cut(complaint));
    }
  }

  /**
   * @param ready whether the one controller is; empty when it is not there yet
   */
  void controllers(boolean maintenance, Optional<Boolean> ready, Availability.Progress progress) {
    if (maintenance || ready.isPresent()) {
      set(CONTROLLERS, maintenance, ready, "Slurm controllers are", progress);
    } else {
      available = false;
      evaluated = true;
    }
  }

  /**
   * @param running the number of login nodes; empty if their StatefulSet does not exist
   */
  void login(
      boolean maintenance, Optional<Integer> running, int asked, Availability.Progress progress) {
    if (maintenance) {
      set(LOGIN, true, Optional.empty(), "Slurm login is", progress);
    } else if (running.isPresent()) {
      readyLogin = running.get();
      set(LOGIN, false, Optional.of(running.get() == asked), "Slurm login is", progress);
    } else {
      available = false;
    }
    evaluated = true;
  }

  void accounting(String status, String reason, String message, boolean goodEnough) {
    conditions.set(ACCOUNTING, status, reason, message);
    available &= goodEnough;
    evaluated = true;
  }

  void accountingInMaintenance() {
    accounting(FALSE, MAINTENANCE, "Slurm accounting is in maintenance", true);
  }

  void accountingDisabled() {
    accounting(FALSE, WorkloadProblem.NOT_AVAILABLE, "Slurm accounting is disabled", true);
  }

  void accountingNotAvailable(String reason, String message) {
    accounting(FALSE, reason, cut(message), false);
  }

  void accountingUnknown(String message) {
    accounting(UNKNOWN, "Unknown", message, false);
  }

  void accountingAvailable() {
    accounting(TRUE, AVAILABLE, "Slurm accounting is available", true);
  }

  void configController(Optional<Integer> running, int asked, Availability.Progress progress) {
    if (running.isPresent()) {
      readyConfigController = running.get();
    }
    boolean ready = running.isPresent() && running.get() == asked;
    set(CONFIG_CONTROLLER, false, Optional.of(ready), "Slurm SConfigController is", progress);
  }

  private void set(
      String type,
      boolean maintenance,
      Optional<Boolean> ready,
      String subject,
      Availability.Progress progress) {
    evaluated = true;
    if (maintenance) {
      conditions.set(type, FALSE, MAINTENANCE, subject + " in maintenance");
    } else if (ready.orElse(true)) {
      conditions.set(type, TRUE, AVAILABLE, subject + " available");
    } else {
      conditions.set(
          type,
          FALSE,
          progress.reason(),
          cut(subject + " not available yet: " + progress.message()));
      available = false;
    }
  }

  // ---- the result

  /** Whether nothing has to be looked at again until something changes. */
  boolean settled() {
    return available && settled;
  }

  /** The status as it should be written. */
  SlurmClusterStatus result() {
    solved.forEach(conditions::remove);
    var status = new SlurmClusterStatus();
    status.setConditions(conditions.list());
    status.setReadyLogin(readyLogin);
    status.setReadySConfigController(readyConfigController);
    status.setPhase(
        !evaluated
            ? requireNonNullElse(before.getPhase(), PENDING)
            : available ? AVAILABLE_PHASE : NOT_AVAILABLE_PHASE);
    return status;
  }

  private static String cut(String message) {
    return message.length() <= MAX_MESSAGE_LENGTH
        ? message
        : message.substring(0, MAX_MESSAGE_LENGTH);
  }
}
