package io.coxswain.kube.job;

import java.util.List;
import java.util.OptionalInt;

/** What is to happen to a Job's pods in one pass. Never both creating and removing. */
sealed interface PodWork {

  /** Leave them as they are. */
  record Keep() implements PodWork {}

  /** Create these, in this order. */
  record Create(List<NewPod> pods) implements PodWork {
    public Create {
      pods = List.copyOf(pods);
    }
  }

  /** Remove these without counting them: they did not fail, they are not wanted any more. */
  record Remove(List<JobPod> pods) implements PodWork {
    public Remove {
      pods = List.copyOf(pods);
    }
  }

  /** The Job ends: delete these, which have been counted. */
  record End(List<JobPod> pods) implements PodWork {
    public End {
      pods = List.copyOf(pods);
    }
  }

  /**
   * A pod to create.
   *
   * @param index empty unless the Job is Indexed
   * @param failures what its index has behind it; present with a limit per index
   */
  record NewPod(OptionalInt index, java.util.Optional<Failures> failures) {}

  /** Failures of one index before a pod: those that count and those that a rule ignores. */
  record Failures(int counted, int ignored) {}

  /** How much of the work succeeded. */
  record Done(int created, int removed) {
    static final Done NOTHING = new Done(0, 0);
  }
}
