package io.coxswain.slurm.cluster;

import static io.coxswain.slurm.values.Maintenance.DOWNSCALE_AND_DELETE_POPULATE_JAIL;
import static io.coxswain.slurm.values.Maintenance.DOWNSCALE_AND_OVERWRITE_POPULATE_JAIL;
import static io.coxswain.slurm.values.Maintenance.NONE;
import static io.coxswain.slurm.values.Maintenance.SKIP_POPULATE_JAIL;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.slurm.cluster.PopulateJailPlan.Action;
import io.coxswain.slurm.cluster.PopulateJailPlan.Job;
import org.junit.jupiter.api.Test;

class PopulateJailPlanTest {
  private static final String OVERWRITE = DOWNSCALE_AND_OVERWRITE_POPULATE_JAIL.word();

  private static PopulateJailPlan plan(Action action, boolean goOn, boolean again) {
    return new PopulateJailPlan(action, goOn, again);
  }

  @Test
  void createsTheJobAndWaitsForIt() {
    assertThat(PopulateJailPlan.of(NONE, Job.MISSING, "", false))
        .isEqualTo(plan(Action.CREATE, false, false));
    assertThat(PopulateJailPlan.of(NONE, Job.UNFINISHED, "none", false))
        .isEqualTo(plan(Action.NONE, false, false));
    assertThat(PopulateJailPlan.of(NONE, Job.SUCCEEDED, "none", false))
        .isEqualTo(plan(Action.NONE, true, false));
  }

  @Test
  void podsThatUseTheJailKeepTheJobFromBeingCreated() {
    assertThat(PopulateJailPlan.of(NONE, Job.MISSING, "none", true))
        .isEqualTo(plan(Action.NONE, true, false));
    assertThat(
            PopulateJailPlan.of(
                DOWNSCALE_AND_OVERWRITE_POPULATE_JAIL, Job.MISSING, OVERWRITE, true))
        .isEqualTo(plan(Action.NONE, true, true));
  }

  @Test
  void skipsOrDeletesTheJobOnRequest() {
    for (Job job : Job.values()) {
      assertThat(PopulateJailPlan.of(SKIP_POPULATE_JAIL, job, "", true))
          .isEqualTo(plan(Action.NONE, true, false));
      assertThat(PopulateJailPlan.of(DOWNSCALE_AND_DELETE_POPULATE_JAIL, job, "", true))
          .isEqualTo(plan(job == Job.MISSING ? Action.NONE : Action.DELETE, true, false));
    }
  }

  @Test
  void overwritingReplacesAJobFromBefore() {
    assertThat(
            PopulateJailPlan.of(
                DOWNSCALE_AND_OVERWRITE_POPULATE_JAIL, Job.SUCCEEDED, "none", false))
        .isEqualTo(plan(Action.DELETE, true, true));
    assertThat(
            PopulateJailPlan.of(
                DOWNSCALE_AND_OVERWRITE_POPULATE_JAIL, Job.UNFINISHED, "none", false))
        .isEqualTo(plan(Action.DELETE, false, true));
    assertThat(
            PopulateJailPlan.of(
                DOWNSCALE_AND_OVERWRITE_POPULATE_JAIL, Job.SUCCEEDED, OVERWRITE, false))
        .isEqualTo(plan(Action.NONE, true, false));
    assertThat(PopulateJailPlan.of(DOWNSCALE_AND_OVERWRITE_POPULATE_JAIL, Job.SUCCEEDED, "", false))
        .isEqualTo(plan(Action.NONE, true, false));
  }

  @Test
  void overwritingCreatesItsJobOnceTheStatusNamesTheMaintenance() {
    assertThat(
            PopulateJailPlan.of(DOWNSCALE_AND_OVERWRITE_POPULATE_JAIL, Job.MISSING, "none", false))
        .isEqualTo(plan(Action.NONE, true, true));
    assertThat(
            PopulateJailPlan.of(
                DOWNSCALE_AND_OVERWRITE_POPULATE_JAIL, Job.MISSING, OVERWRITE, false))
        .isEqualTo(plan(Action.CREATE, false, false));
    assertThat(PopulateJailPlan.of(DOWNSCALE_AND_OVERWRITE_POPULATE_JAIL, Job.MISSING, "", false))
        .isEqualTo(plan(Action.CREATE, false, false));
  }
}
