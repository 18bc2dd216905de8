package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** Sets a comment on the node. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class CommentSlurmNode {
  private @Nullable String commentPrefix;

  public @Nullable String getCommentPrefix() {
    return commentPrefix;
  }

  public void setCommentPrefix(@Nullable String commentPrefix) {
    this.commentPrefix = commentPrefix;
  }
}
