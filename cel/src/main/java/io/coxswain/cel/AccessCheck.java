package io.coxswain.cel;

import java.util.List;

/** Says whether somebody may do something; what {@code authorizer} in an expression asks. */
@FunctionalInterface
public interface AccessCheck {

  Decision decide(Access access);

  /**
   * What is asked.
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

  /** What is answered. */
  record Decision(boolean allowed, String reason) {}
}
