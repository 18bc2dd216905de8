package io.coxswain.slurm.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.slurm.reconcile.TemplatePlan.Keep;
import io.coxswain.slurm.reconcile.TemplatePlan.Mark;
import io.coxswain.slurm.reconcile.TemplatePlan.Observed;
import io.coxswain.slurm.reconcile.TemplatePlan.Owner;
import io.coxswain.slurm.reconcile.TemplatePlan.Roll;
import org.junit.jupiter.api.Test;

class TemplatePlanTest {
  private static final Mark OURS = new Mark(Owner.OURS, "new");
  private static final Mark THEIRS = new Mark(Owner.OTHERS, "new");
  private static final Mark OURS_OLD = new Mark(Owner.OURS, "old");
  private static final Mark THEIRS_OLD = new Mark(Owner.OTHERS, "old");

  /** Of another operator, which wrote other scripts. */
  private static final Observed DIFFERENT =
      new Observed(Mark.NONE, "new", false, true, false, false);

  private static Observed marked(Mark mark, boolean included, boolean known) {
    return new Observed(mark, "new", included, true, known, false);
  }

  @Test
  void keepsTheTemplateOfAnotherOperatorWhateverItsDependencies() {
    assertThat(TemplatePlan.of(DIFFERENT)).isEqualTo(new Keep(THEIRS));
    assertThat(TemplatePlan.of(new Observed(Mark.NONE, "new", true, false, false, false)))
        .isEqualTo(new Keep(THEIRS));
    assertThat(TemplatePlan.of(marked(THEIRS, false, false))).isEqualTo(new Keep(THEIRS));
    assertThat(TemplatePlan.of(marked(THEIRS, false, true))).isEqualTo(new Keep(THEIRS));
  }

  @Test
  void takesATemplateThatHasEverythingRenderedForOurs() {
    assertThat(TemplatePlan.of(marked(Mark.NONE, true, false))).isEqualTo(new Keep(OURS));
    assertThat(TemplatePlan.of(marked(OURS, true, false))).isEqualTo(new Keep(OURS));
  }

  @Test
  void rollsOutAChangeOfTheSpec() {
    assertThat(TemplatePlan.of(marked(THEIRS_OLD, false, true))).isEqualTo(new Roll(OURS));
    assertThat(TemplatePlan.of(marked(THEIRS_OLD, true, false)))
        .as("what users removed is still in the template")
        .isEqualTo(new Roll(OURS));
    assertThat(TemplatePlan.of(marked(OURS_OLD, false, false))).isEqualTo(new Roll(OURS));
    assertThat(TemplatePlan.of(marked(OURS_OLD, true, true))).isEqualTo(new Roll(OURS));
  }

  @Test
  void rollsOutAnotherVersionOfADependency() {
    assertThat(TemplatePlan.of(new Observed(THEIRS, "new", false, false, false, false)))
        .isEqualTo(new Roll(OURS));
    assertThat(TemplatePlan.of(new Observed(OURS, "new", true, false, false, false)))
        .isEqualTo(new Roll(OURS));
  }

  @Test
  void rollsOutOnRequest() {
    assertThat(TemplatePlan.of(new Observed(Mark.NONE, "new", false, true, false, true)))
        .isEqualTo(new Roll(OURS));
    assertThat(TemplatePlan.of(new Observed(THEIRS, "new", false, true, true, true)))
        .isEqualTo(new Roll(OURS));
  }

  @Test
  void putsATemplateOfOursBackOnlyIfItChangedWhileWatched() {
    assertThat(TemplatePlan.of(marked(OURS, false, true))).isEqualTo(new Roll(OURS));
    assertThat(TemplatePlan.of(marked(OURS, true, true))).isEqualTo(new Roll(OURS));
    assertThat(TemplatePlan.of(marked(OURS, false, false)))
        .as("another operator ran in between")
        .isEqualTo(new Keep(THEIRS));
  }

  @Test
  void readsWhatItWrites() {
    assertThat(Mark.read(OURS.text())).isEqualTo(OURS);
    assertThat(Mark.read(THEIRS.text())).isEqualTo(THEIRS);
    assertThat(Mark.read("")).isEqualTo(Mark.NONE);
    assertThat(Mark.read("own")).isEqualTo(Mark.NONE);
    assertThat(Mark.read("other:new")).isEqualTo(Mark.NONE);
  }
}
