package io.coxswain.jobset;

import static io.coxswain.jobset.Fixtures.group;
import static io.coxswain.jobset.Fixtures.groups;
import static io.coxswain.jobset.Fixtures.jobSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.jobset.Fixtures.Pretend;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Success policies with and without targets, one Job before and at the required number. */
class SuccessPolicyPlanTest {

  @ParameterizedTest(name = "{0} of [{1}]: {2} -> {3}")
  @CsvSource(
      delimiter = '|',
      value = {
        "All | ''  | js-a-0 js-a-1 js-b-0 js-b-1        | false",
        "All | ''  | js-a-0 js-a-1 js-b-0 js-b-1 js-c-0 | true",
        "All | b   | js-b-0                             | false",
        "All | b   | js-a-0 js-a-1 js-b-0 js-c-0        | false",
        "All | b   | js-b-0 js-b-1                      | true",
        "All | a,c | js-a-0 js-a-1                      | false",
        "All | a,c | js-a-0 js-b-0 js-b-1 js-c-0        | false",
        "All | a,c | js-a-0 js-a-1 js-c-0               | true",
        "All | c   | js-c-0                             | true",
        "Any | ''  | ''                                 | false",
        "Any | ''  | js-a-1                             | true",
        "Any | b   | js-a-0 js-a-1 js-c-0               | false",
        "Any | b   | js-b-1                             | true",
        "Any | b,c | js-a-0 js-a-1                      | false",
        "Any | b,c | js-c-0                             | true",
        "Any | a,c | js-b-0 js-b-1                      | false",
      })
  void completesWhenEnoughTargetedJobsHave(
      String operator, String targets, String succeeded, boolean completed) {
    var world =
        new Pretend(
            jobSet(
                "successPolicy: {operator: %s, targetReplicatedJobs: [%s]}\n"
                        .formatted(operator, targets)
                    + groups(group("a", 2), group("b", 2), group("c", 1))));
    world.settle();
    for (String job : succeeded.split(" ")) {
      if (!job.isEmpty()) {
        world.complete(job);
      }
    }
    world.settle();

    if (completed) {
      assertThat(world.conditions()).containsExactly("Completed=True/AllJobsCompleted");
    } else {
      assertThat(world.conditions()).isEmpty();
      assertThat(world.jobs).hasSize(5);
    }
  }
}
