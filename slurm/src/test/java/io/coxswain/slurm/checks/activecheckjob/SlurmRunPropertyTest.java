package io.coxswain.slurm.checks.activecheckjob;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.evidence.property.Arbitraries;
import io.coxswain.evidence.property.Arbitrary;
import io.coxswain.evidence.property.Combinators;
import io.coxswain.evidence.property.ForAll;
import io.coxswain.evidence.property.Property;
import io.coxswain.evidence.property.Provide;
import io.coxswain.slurm.client.SlurmJob;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

class SlurmRunPropertyTest {
  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

  /** A task: in which look it is first seen, in which it has ended, and how. */
  record Task(int number, int seen, int ended, String outcome, int second) {}

  @Provide
  Arbitrary<List<Task>> tasks() {
    return Combinators.combine(
            Arbitraries.integers().between(0, 2),
            Arbitraries.integers().between(0, 3),
            Arbitraries.integers().between(0, 3),
            Arbitraries.of("FAILED", "COMPLETED", "CANCELLED", "TIMEOUT"),
            Arbitraries.integers().between(0, 1))
        .as(Task::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(8);
  }

  /** Whatever order tasks end and get known in, each is reacted to once and none is forgotten. */
  @Property
  void reactsToEachJobOnceAndWritesTheFinalStatus(
      @ForAll("tasks") List<Task> tasks, @ForAll boolean lost) {
    var numbers = new TreeMap<String, List<SlurmJob>>();
    tasks.forEach(task -> numbers.put("" + task.number, new ArrayList<>()));
    var unhandled = new ArrayList<>(numbers.keySet());
    var before = new SlurmRun.Before(numbers.firstKey(), Optional.empty(), 0, null);
    var reacted = new ArrayList<Long>();
    SlurmRun run = null;
    for (int look = 0; look < 8 && !unhandled.isEmpty(); look++) {
      var answers = new LinkedHashMap<String, Optional<List<SlurmJob>>>();
      for (String number : unhandled) {
        boolean noAnswer = lost && look == 2;
        answers.put(
            number, noAnswer ? Optional.empty() : Optional.of(records(tasks, number, look)));
      }
      run = SlurmRun.of(before, answers);
      run.failed().forEach(job -> reacted.add(job.id()));
      run.succeeded().forEach(job -> reacted.add(job.id()));
      assertThat(run.isOver()).isEqualTo(!"InProgress".equals(run.status().getLastRunStatus()));
      boolean someMissing =
          answers.values().stream().anyMatch(a -> a.isEmpty() || a.get().isEmpty());
      assertThat(someMissing && run.isOver()).as("never over without a record").isFalse();
      unhandled = new ArrayList<>(run.unhandled());
      before =
          new SlurmRun.Before(
              before.first(), Optional.of(run.handled()), run.finalTime(), run.status());
    }
    assertThat(reacted).doesNotHaveDuplicates();
    if (run != null && run.isOver() && tasks.stream().allMatch(task -> task.seen == 0)) {
      long due =
          tasks.stream().filter(t -> List.of("FAILED", "COMPLETED").contains(t.outcome)).count();
      assertThat(reacted).hasSize((int) due);
      boolean anyFailed = tasks.stream().anyMatch(t -> t.outcome.equals("FAILED"));
      assertThat("Failed".equals(run.status().getLastRunStatus())).isEqualTo(anyFailed);
    }
  }

  private static List<SlurmJob> records(List<Task> tasks, String number, int look) {
    var records = new ArrayList<SlurmJob>();
    for (int i = 0; i < tasks.size(); i++) {
      Task task = tasks.get(i);
      if (("" + task.number).equals(number) && look >= task.seen) {
        boolean ended = look >= task.ended;
        records.add(
            SlurmJob.of(
                100 + i,
                "t",
                ended ? task.outcome : "RUNNING",
                "",
                Optional.of(NOON),
                ended ? Optional.of(NOON.plusSeconds(task.second)) : Optional.empty()));
      }
    }
    return records;
  }
}
