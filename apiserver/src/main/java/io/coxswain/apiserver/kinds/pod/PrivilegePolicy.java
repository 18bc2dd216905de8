package io.coxswain.apiserver.kinds.pod;

import io.coxswain.api.FieldError;

/** Privileged containers: a matter not of form but of what a cluster allows. */
public final class PrivilegePolicy {
  static final String DISALLOWED = "disallowed by cluster policy";

  private PrivilegePolicy() {}

  /** Whether it is wrong only on a cluster that allows no privileges. */
  public static boolean isOnlyPolicy(FieldError error) {
    return error.message().endsWith(DISALLOWED);
  }
}
