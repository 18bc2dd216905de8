package io.coxswain.apiserver.auth.node;

import io.coxswain.apiserver.auth.User;
import java.util.Optional;

/** Identifies users that are nodes. */
public final class NodeIdentity {
  private static final String GROUP = "system:nodes";
  public static final String PREFIX = "system:node:";

  private NodeIdentity() {}

  /**
   * The name of the user's node; empty if the user is not a node. The name itself is empty for a
   * node that cannot be identified, which must not be allowed anything.
   */
  public static Optional<String> of(User user) {
    return user.name().startsWith(PREFIX) && user.groups().contains(GROUP)
        ? Optional.of(user.name().substring(PREFIX.length()))
        : Optional.empty();
  }
}
