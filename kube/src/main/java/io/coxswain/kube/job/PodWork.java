package io.coxswain.kube.job;

import java.util.List;
import java.util.OptionalInt;

/** The pods to create or delete in one reconcile; never both. */
sealed interface PodWork {

  /** No change. */
  record Keep() implements PodWork {}

  /** Creates pods, in this order. */
  record Create(List<NewPod> pods) implements PodWork {
    public Create {
      pods = List.copyOf(pods);
    }
  }

  /** Deletes pods that are no longer needed, without counting them as failed. */
  record Remove(List<JobPod> pods) implements PodWork {
    public Remove {
      pods = List.copyOf(pods);
    }
  }

  /** Deletes the counted pods of a Job that finishes. */
  record End(List<JobPod> pods) implements PodWork {
    public End {
      pods = List.copyOf(pods);
    }
  }

  /**
   * A pod to create.
   *
   * @param index empty unless the Job is Indexed
   * @param failures of its index; present with a backoff limit per index
   */
  record NewPod(OptionalInt index, java.util.Optional<Failures> failures) {}

  /** Counted and ignored failures of an index. */
  record Failures(int counted, int ignored) {}

  /** How much of the work succeeded. */
  record Done(int created, int removed) {
    static final Done NOTHING = new Done(0, 0);
  }
}
