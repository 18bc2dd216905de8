package io.coxswain.apiserver.kinds.pod;

import io.coxswain.api.FieldError;

/** Privileged containers, which are subject to the cluster's policy rather than validation. */
public final class PrivilegePolicy {
  static final String DISALLOWED = "disallowed by cluster policy";

  private PrivilegePolicy() {}

  /** Whether the error occurs only in a cluster that does not allow privileged containers. */
  public static boolean isOnlyPolicy(FieldError error) {
    return error.message().endsWith(DISALLOWED);
  }
}
