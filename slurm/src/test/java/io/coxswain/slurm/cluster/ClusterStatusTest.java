package io.coxswain.slurm.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.slurm.SlurmClusterStatus;
import io.coxswain.slurm.values.Maintenance;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ClusterStatusTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Availability.Progress STARTING =
      new Availability.Progress("Starting", "1 of 2 pods are ready", true);

  private final ClusterStatus status = new ClusterStatus(new SlurmClusterStatus(), NOW);

  /** {@code status reason message} of a condition. */
  private static String condition(ClusterStatus status, String type) {
    return status
        .find(type)
        .map(c -> c.getStatus() + " " + c.getReason() + " " + c.getMessage())
        .orElse("none");
  }

  private String condition(String type) {
    return condition(status, type);
  }

  @Test
  void beginsWithUnknownConditionsAndWithoutAPhaseOfItsOwn() {
    assertThat(status.result().getPhase()).isEqualTo("Pending");
    assertThat(status.result().getConditions()).hasSize(5);
    assertThat(condition(ClusterStatus.LOGIN))
        .isEqualTo("Unknown SetUpCondition The object is not ready yet.");
    assertThat(status.toldMode()).isEmpty();
    assertThat(status.settled()).isTrue();
    assertThat(status.result().getReadyLogin()).isZero();
    assertThat(status.result().getReadySConfigController()).isZero();
  }

  @Test
  void keepsWhatTheLastReconcileReported() {
    status.login(false, Optional.of(2), 2, STARTING);
    status.configController(Optional.of(1), 1, STARTING);
    status.populateJail(Maintenance.SKIP_POPULATE_JAIL);
    SlurmClusterStatus written = status.result();

    var next = new ClusterStatus(written, NOW.plusSeconds(60));

    assertThat(next.result().getConditions()).isEqualTo(written.getConditions());
    assertThat(next.toldMode()).isEqualTo("skipPopulateJail");
    assertThat(next.result().getPhase()).isEqualTo("Available");
    assertThat(next.result().getReadyLogin()).isEqualTo(2);
    assertThat(next.result().getReadySConfigController()).isEqualTo(1);
  }

  @Test
  void commonComponentsAreAvailableOrInMaintenance() {
    status.common(false);
    assertThat(condition(ClusterStatus.COMMON))
        .isEqualTo("True Available Slurm common components are available");
    assertThat(status.result().getPhase()).isEqualTo("Available");
    status.common(true);
    assertThat(condition(ClusterStatus.COMMON))
        .isEqualTo("False Maintenance Slurm common components are in maintenance");
    assertThat(status.settled()).isTrue();
  }

  @Test
  void controllersAreAwaited() {
    status.controllers(false, Optional.empty(), STARTING);
    assertThat(condition(ClusterStatus.CONTROLLERS)).startsWith("Unknown");
    assertThat(status.settled()).isFalse();
    assertThat(status.result().getPhase()).isEqualTo("Not available");

    var notReady = new ClusterStatus(new SlurmClusterStatus(), NOW);
    notReady.controllers(false, Optional.of(false), STARTING);
    assertThat(condition(notReady, ClusterStatus.CONTROLLERS))
        .isEqualTo("False Starting Slurm controllers are not available yet: 1 of 2 pods are ready");
    assertThat(notReady.settled()).isFalse();

    var ready = new ClusterStatus(new SlurmClusterStatus(), NOW);
    ready.controllers(false, Optional.of(true), STARTING);
    ready.controllers(true, Optional.empty(), STARTING);
    assertThat(condition(ready, ClusterStatus.CONTROLLERS))
        .isEqualTo("False Maintenance Slurm controllers are in maintenance");
    assertThat(ready.settled()).isTrue();
    assertThat(ready.result().getPhase()).isEqualTo("Available");
  }

  @Test
  void loginNodesAreCounted() {
    status.login(false, Optional.of(1), 2, STARTING);
    assertThat(status.result().getReadyLogin()).isEqualTo(1);
    assertThat(condition(ClusterStatus.LOGIN)).startsWith("False Starting Slurm login is not");
    status.login(false, Optional.of(2), 2, STARTING);
    assertThat(condition(ClusterStatus.LOGIN)).isEqualTo("True Available Slurm login is available");

    var missing = new ClusterStatus(new SlurmClusterStatus(), NOW);
    missing.login(false, Optional.empty(), 2, STARTING);
    assertThat(missing.settled()).isFalse();
    assertThat(missing.result().getPhase()).isEqualTo("Not available");

    var maintained = new ClusterStatus(new SlurmClusterStatus(), NOW);
    maintained.login(true, Optional.of(2), 2, STARTING);
    assertThat(condition(maintained, ClusterStatus.LOGIN)).startsWith("False Maintenance");
    assertThat(maintained.result().getReadyLogin()).isZero();
    assertThat(maintained.result().getPhase()).isEqualTo("Available");
  }

  @Test
  void theConfigControllerIsCountedWhereItExists() {
    status.configController(Optional.of(0), 1, STARTING);
    assertThat(condition(ClusterStatus.CONFIG_CONTROLLER)).startsWith("False Starting");
    assertThat(status.settled()).isFalse();
    status.configController(Optional.of(1), 1, STARTING);
    status.configController(Optional.empty(), 0, STARTING);
    assertThat(condition(ClusterStatus.CONFIG_CONTROLLER)).startsWith("False Starting");
    assertThat(status.result().getReadySConfigController()).isEqualTo(1);
  }

  @Test
  void accountingIsGoodEnoughWhereNothingIsAwaited() {
    status.accountingDisabled();
    assertThat(condition(ClusterStatus.ACCOUNTING))
        .isEqualTo("False NotAvailable Slurm accounting is disabled");
    status.accountingInMaintenance();
    assertThat(condition(ClusterStatus.ACCOUNTING))
        .isEqualTo("False Maintenance Slurm accounting is in maintenance");
    status.accountingAvailable();
    assertThat(condition(ClusterStatus.ACCOUNTING))
        .isEqualTo("True Available Slurm accounting is available");
    assertThat(status.settled()).isTrue();
    assertThat(status.result().getPhase()).isEqualTo("Available");

    status.accountingNotAvailable("Starting", "no pod");
    assertThat(condition(ClusterStatus.ACCOUNTING)).isEqualTo("False Starting no pod");
    assertThat(status.settled()).isFalse();

    var unknown = new ClusterStatus(new SlurmClusterStatus(), NOW);
    unknown.accountingUnknown("not asked");
    assertThat(condition(unknown, ClusterStatus.ACCOUNTING)).isEqualTo("Unknown Unknown not asked");
    assertThat(unknown.settled()).isFalse();
  }

  @Test
  void theModeOfPopulateJailIsReported() {
    status.populateJail(Maintenance.NONE);
    assertThat(condition(ClusterStatus.POPULATE_JAIL_MODE))
        .isEqualTo("True none Populate Jail maintenanceMode is none");
    status.populateJail(Maintenance.DOWNSCALE_AND_DELETE_POPULATE_JAIL);
    assertThat(condition(ClusterStatus.POPULATE_JAIL_MODE))
        .isEqualTo("True downscaleAndDeletePopulateJail Populate Jail is deleted");
    status.populateJail(Maintenance.DOWNSCALE_AND_OVERWRITE_POPULATE_JAIL);
    assertThat(condition(ClusterStatus.POPULATE_JAIL_MODE))
        .isEqualTo("True downscaleAndOverwritePopulateJail Populate Jail is overwritten");
    status.populateJail(Maintenance.SKIP_POPULATE_JAIL);
    assertThat(condition(ClusterStatus.POPULATE_JAIL_MODE))
        .isEqualTo("True skipPopulateJail Populate Jail is skipped");
    status.populateJail(Maintenance.DOWNSCALE);
    assertThat(condition(ClusterStatus.POPULATE_JAIL_MODE))
        .isEqualTo("Unknown Unknown Unknown Populate Jail maintenanceMode");
  }

  @Test
  void referencesToNodeSetsAreResolvedOrNamed() {
    status.nodeSetRefs("");
    assertThat(condition(ClusterStatus.NODE_SET_REFS))
        .isEqualTo(
            "True AllNodeSetRefsResolved All partition nodeSetRefs are rendered into slurm.conf");
    status.nodeSetRefs("gpu is missing");
    assertThat(condition(ClusterStatus.NODE_SET_REFS))
        .isEqualTo("False IgnoredNodeSetRefs gpu is missing");
  }

  @Test
  void problemsAreRemovedUnlessTheyAreReportedAgain() {
    status.failed(ClusterStatus.SPEC_VALID, "Invalid", "size");
    status.stuck(ClusterStatus.REST, "Crash", "pod r");
    assertThat(status.settled()).isFalse();
    assertThat(status.result().getPhase()).isEqualTo("Not available");

    var next = new ClusterStatus(status.result(), NOW.plusSeconds(60));
    next.clearComplaints();
    next.stuck(ClusterStatus.REST, "Crash", "pod r");

    assertThat(next.result().getConditions())
        .filteredOn(c -> List.of("SpecValid", "RESTAvailable").contains(c.getType()))
        .singleElement()
        .satisfies(
            c -> {
              assertThat(c.getType()).isEqualTo("RESTAvailable");
              assertThat(c.getLastTransitionTime()).isEqualTo("2026-01-01T00:00:00Z");
            });
    assertThat(next.settled()).isTrue();
    next.unsettled();
    assertThat(next.settled()).isFalse();
  }

  @Test
  void longMessagesAreCutToWhatTheServerAccepts() {
    String longest = "x".repeat(32_768);

    status.nodeSetRefs(longest);
    assertThat(condition(ClusterStatus.NODE_SET_REFS)).endsWith(" " + longest);
    status.nodeSetRefs(longest + "y");
    assertThat(condition(ClusterStatus.NODE_SET_REFS)).endsWith(" " + longest);
  }
}
