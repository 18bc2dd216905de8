package io.coxswain.slurm.checks.activecheckjob;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.slurm.Reactions;
import io.coxswain.runtime.controller.ReconcileException;
import io.coxswain.slurm.client.NodeUpdate;
import io.coxswain.slurm.client.SlurmException;
import io.coxswain.slurm.client.SlurmJob;
import io.coxswain.slurm.drain.DrainReason;
import io.coxswain.slurm.drain.SlurmDrainer;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Drains or comments the Slurm nodes of an active check's job after the job has ended. */
final class Reaction {
  private Reaction() {}

  static void apply(
      String check,
      SlurmJob job,
      @Nullable Reactions reactions,
      ObjectKey cluster,
      SlurmDrainer drainer)
      throws ApiException {
    Optional<NodeUpdate> update = update(check, job.id(), reactions);
    if (update.isEmpty()) {
      return;
    }
    for (String node : nodeNames(job)) {
      if (update.get().state().isPresent()) {
        drainer.drainAfterCheck(cluster, node, update.get());
      } else {
        drainer.comment(cluster, node, update.get().comment().orElseThrow());
      }
    }
  }

  private static List<String> nodeNames(SlurmJob job) {
    try {
      return job.nodeNames();
    } catch (SlurmException e) {
      throw new ReconcileException("job " + job.id() + ": " + e.getMessage(), e);
    }
  }

  /** Empty without a prefix, because reason and comment have to name their origin. */
  static Optional<NodeUpdate> update(String check, long job, @Nullable Reactions reactions) {
    if (reactions == null) {
      return Optional.empty();
    }
    String suffix = " %s: job %d %s".formatted(check, job, DrainReason.ACTIVE_CHECK);
    String drain =
        reactions.getDrainSlurmNode() == null
            ? null
            : reactions.getDrainSlurmNode().getDrainReasonPrefix();
    String comment =
        reactions.getCommentSlurmNode() == null
            ? null
            : reactions.getCommentSlurmNode().getCommentPrefix();
    if (drain != null && !drain.isEmpty()) {
      NodeUpdate update = NodeUpdate.drain(drain + suffix);
      return Optional.of(
          comment == null || comment.isEmpty() ? update : update.withComment(comment + suffix));
    }
    return comment == null || comment.isEmpty()
        ? Optional.empty()
        : Optional.of(NodeUpdate.comment(comment + suffix));
  }
}
