package io.coxswain.slurm.checks.activecheckjob;

import io.coxswain.api.slurm.Reactions;
import io.coxswain.slurm.client.NodeUpdate;
import io.coxswain.slurm.client.SlurmClient;
import io.coxswain.slurm.client.SlurmException;
import io.coxswain.slurm.client.SlurmJob;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is done to the nodes of a check's job once it has ended. */
final class Reaction {
  private Reaction() {}

  static void to(String check, SlurmJob job, @Nullable Reactions asked, SlurmClient slurm)
      throws SlurmException {
    Optional<NodeUpdate> update = update(check, job.id(), asked);
    if (update.isPresent()) {
      for (String node : job.nodeNames()) {
        slurm.update(node, update.get());
      }
    }
  }

  /** Nothing without a prefix: the text has to tell who wrote it. */
  static Optional<NodeUpdate> update(String check, long job, @Nullable Reactions asked) {
    if (asked == null) {
      return Optional.empty();
    }
    String what = " %s: job %d [slurm_job]".formatted(check, job);
    String drain =
        asked.getDrainSlurmNode() == null ? null : asked.getDrainSlurmNode().getDrainReasonPrefix();
    String comment =
        asked.getCommentSlurmNode() == null ? null : asked.getCommentSlurmNode().getCommentPrefix();
    if (drain != null && !drain.isEmpty()) {
      NodeUpdate update = NodeUpdate.drain(drain + what);
      return Optional.of(
          comment == null || comment.isEmpty() ? update : update.withComment(comment + what));
    }
    return comment == null || comment.isEmpty()
        ? Optional.empty()
        : Optional.of(NodeUpdate.comment(comment + what));
  }
}
