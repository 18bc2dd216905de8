package io.coxswain.slurm.client;

import java.util.Optional;

/**
 * A change of a node: a new state, a comment, or both.
 *
 * @param reason goes with a drain
 */
public record NodeUpdate(Optional<State> state, Optional<String> reason, Optional<String> comment) {

  /** The states that can be requested. */
  public enum State {
    DRAIN,
    /** Ends a drain; a node that is down stays down. */
    UNDRAIN,
    /** Ends a drain and makes a node that is down idle. */
    RESUME
  }

  public NodeUpdate {
    if (state.isEmpty() && comment.isEmpty()) {
      throw new IllegalArgumentException("state or comment must be set");
    }
  }

  public static NodeUpdate drain(String reason) {
    return new NodeUpdate(Optional.of(State.DRAIN), Optional.of(reason), Optional.empty());
  }

  public static NodeUpdate undrain() {
    return new NodeUpdate(Optional.of(State.UNDRAIN), Optional.empty(), Optional.empty());
  }

  public static NodeUpdate resume() {
    return new NodeUpdate(Optional.of(State.RESUME), Optional.empty(), Optional.empty());
  }

  public static NodeUpdate comment(String comment) {
    return new NodeUpdate(Optional.empty(), Optional.empty(), Optional.of(comment));
  }

  public NodeUpdate withComment(String comment) {
    return new NodeUpdate(state, reason, Optional.of(comment));
  }
}
