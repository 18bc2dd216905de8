package io.coxswain.slurm.cluster;

import static io.coxswain.slurm.reconcile.Conditions.FALSE;
import static io.coxswain.slurm.reconcile.Conditions.TRUE;
import static io.coxswain.slurm.reconcile.Conditions.UNKNOWN;
import static java.util.Objects.requireNonNullElse;

import io.coxswain.api.slurm.SlurmClusterStatus;
import io.coxswain.slurm.reconcile.Conditions;
import io.coxswain.slurm.values.Maintenance;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The status of a cluster while a pass works it out. */
final class ClusterStatus {
  static final String COMMON = "CommonAvailable";
  static final String CONTROLLERS = "ControllersAvailable";
  static final String LOGIN = "LoginAvailable";
  static final String CONFIG_CONTROLLER = "SConfigControllerAvailable";
  static final String ACCOUNTING = "AccountingAvailable";
  static final String POPULATE_JAIL_MODE = "PopulateJailMode";
  static final String NODE_SET_REFS = "NodeSetRefsResolved";

  /** Ours, beside upstream's; there only while they have something to complain about. */
  static final String SPEC_VALID = "SpecValid";

  static final String POPULATE_JAIL = "PopulateJailAvailable";
  static final String REST = "RESTAvailable";
  static final String EXPORTER = "ExporterAvailable";
  private static final List<String> ONLY_WHEN_FAILING =
      List.of(SPEC_VALID, POPULATE_JAIL, REST, EXPORTER);

  private static final String PENDING = "Pending";
  private static final String AVAILABLE_PHASE = "Available";
  private static final String NOT_AVAILABLE_PHASE = "Not available";
  private static final String AVAILABLE = "Available";
  private static final String NOT_AVAILABLE = "NotAvailable";
  private static final String MAINTENANCE = "Maintenance";
  static final String FAILED = "ReconcileFailed";

  /** As much as the server takes. */
  private static final int MAX_MESSAGE_LENGTH = 32_768;

  private final SlurmClusterStatus before;
  private final Conditions conditions;
  private int readyLogin;
  private int readyConfigController;
  private boolean available = true;
  private boolean evaluated;

  ClusterStatus(SlurmClusterStatus before, Instant now) {
    this.before = before;
    this.conditions = new Conditions(before.getConditions(), now);
    this.readyLogin = requireNonNullElse(before.getReadyLogin(), 0);
    this.readyConfigController = requireNonNullElse(before.getReadySConfigController(), 0);
    for (String type : List.of(COMMON, CONTROLLERS, LOGIN, CONFIG_CONTROLLER, ACCOUNTING)) {
      conditions.setIfAbsent(type, UNKNOWN, "SetUpCondition", "The object is not ready yet.");
    }
  }

  /** The maintenance that the status spoke of before this pass; empty when it did not. */
  String toldMode() {
    return conditions.find(POPULATE_JAIL_MODE).map(Condition::getReason).orElse("");
  }

  // ---- what went wrong

  /** Forgets the complaints of earlier passes that this one will repeat if they still hold. */
  void clearComplaints() {
    ONLY_WHEN_FAILING.forEach(conditions::remove);
  }

  /** The component could not be written. */
  void failed(String type, String reason, String message) {
    conditions.set(type, FALSE, reason, cut(message));
    available = false;
    evaluated = true;
  }

  Optional<Condition> find(String type) {
    return conditions.find(type);
  }

  // ---- how the components are

  void common(boolean maintenance) {
    set(COMMON, maintenance, Optional.empty(), "Slurm common components are");
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
   * @param complaint empty when all are there
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
  void controllers(boolean maintenance, Optional<Boolean> ready) {
    if (maintenance || ready.isPresent()) {
      set(CONTROLLERS, maintenance, ready, "Slurm controllers are");
    } else {
      available = false;
      evaluated = true;
    }
  }

  /**
   * @param running how many login nodes are there; empty when their StatefulSet is not
   */
  void login(boolean maintenance, Optional<Integer> running, int asked) {
    if (maintenance) {
      set(LOGIN, true, Optional.empty(), "Slurm login is");
    } else if (running.isPresent()) {
      readyLogin = running.get();
      set(LOGIN, false, Optional.of(running.get() == asked), "Slurm login is");
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
    accounting(FALSE, NOT_AVAILABLE, "Slurm accounting is disabled", true);
  }

  void accountingNotAvailable(String message) {
    accounting(FALSE, NOT_AVAILABLE, message, false);
  }

  void accountingUnknown(String message) {
    accounting(UNKNOWN, "Unknown", message, false);
  }

  void accountingAvailable() {
    accounting(TRUE, AVAILABLE, "Slurm accounting is available", true);
  }

  void configController(Optional<Integer> running, int asked) {
    if (running.isPresent()) {
      readyConfigController = running.get();
    }
    boolean ready = running.isPresent() && running.get() == asked;
    set(CONFIG_CONTROLLER, false, Optional.of(ready), "Slurm SConfigController is");
  }

  private void set(String type, boolean maintenance, Optional<Boolean> ready, String subject) {
    evaluated = true;
    if (maintenance) {
      conditions.set(type, FALSE, MAINTENANCE, subject + " in maintenance");
    } else if (ready.orElse(true)) {
      conditions.set(type, TRUE, AVAILABLE, subject + " available");
    } else {
      conditions.set(type, FALSE, NOT_AVAILABLE, subject + " not available yet");
      available = false;
    }
  }

  // ---- the result

  boolean available() {
    return available;
  }

  /** The status as it should be written. */
  SlurmClusterStatus result() {
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
