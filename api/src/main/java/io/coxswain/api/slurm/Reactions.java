package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** The reactions to the result of a check. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class Reactions {
  private @Nullable DrainSlurmNode drainSlurmNode;

  private @Nullable CommentSlurmNode commentSlurmNode;

  public @Nullable DrainSlurmNode getDrainSlurmNode() {
    return drainSlurmNode;
  }

  public void setDrainSlurmNode(@Nullable DrainSlurmNode drainSlurmNode) {
    this.drainSlurmNode = drainSlurmNode;
  }

  public @Nullable CommentSlurmNode getCommentSlurmNode() {
    return commentSlurmNode;
  }

  public void setCommentSlurmNode(@Nullable CommentSlurmNode commentSlurmNode) {
    this.commentSlurmNode = commentSlurmNode;
  }
}
