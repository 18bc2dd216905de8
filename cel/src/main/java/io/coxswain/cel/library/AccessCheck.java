package io.coxswain.cel.library;

import java.util.List;

/** Authorizes requests; used by {@code authorizer} in an expression. */
@FunctionalInterface
public interface AccessCheck {

  Decision decide(Access access);

  /**
   * The access to check.
   *
   * @param path of a request that is about no resource; empty otherwise
   */
  record Access(
      String user,
      List<String> groups,
      String verb,
      String path,
      String group,
      String resource,
      String subresource,
      String namespace,
      String name,
      String fieldSelector,
      String labelSelector) {
    public Access {
      groups = List.copyOf(groups);
    }
  }

  /** The result. */
  record Decision(boolean allowed, String reason) {}
}
