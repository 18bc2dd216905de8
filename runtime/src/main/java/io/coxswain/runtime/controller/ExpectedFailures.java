package io.coxswain.runtime.controller;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.fabric8.kubernetes.api.model.StatusDetails;
import org.jspecify.annotations.Nullable;

/**
 * The failures of a reconciliation that belong to normal operation: another client was faster, or
 * the object or its namespace is being deleted. The next reconciliation sees the new state, so they
 * are no reason to warn anyone.
 */
final class ExpectedFailures {
  private ExpectedFailures() {}

  /**
   * @param key of the reconciliation
   */
  static boolean contains(Object key, Exception failure) {
    return switch (failure) {
      case ApiException.Conflict _ -> true;
      case ApiException.Forbidden denied -> isNamespaceTerminating(denied);
      case ApiException.NotFound missing -> isDeleted(key, missing);
      default -> false;
    };
  }

  private static boolean isNamespaceTerminating(ApiException e) {
    StatusDetails details = e.status().getDetails();
    return details != null
        && details.getCauses() != null
        && details.getCauses().stream().anyMatch(c -> "NamespaceTerminating".equals(c.getReason()));
  }

  /** Whether the missing object is the reconciled one or its namespace. */
  private static boolean isDeleted(Object key, ApiException e) {
    StatusDetails details = e.status().getDetails();
    if (!(key instanceof ObjectKey object) || details == null) {
      return false;
    }
    @Nullable String name = details.getName();
    return object.name().equals(name)
        || ("namespaces".equals(details.getKind()) && object.namespace().equals(name));
  }
}
