package io.coxswain.runtime.client;

import io.coxswain.api.ApiException;
import io.coxswain.api.ResourceType;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * What a client learned of what it may. The roles of Kubernetes' own controllers let them update
 * some kinds and not patch them: a patch that was refused for that is not tried again.
 */
final class Permissions {
  private final Set<String> updateOnly = new ConcurrentSkipListSet<>();

  boolean mayPatch(ResourceType type, String subresource) {
    return !updateOnly.contains(name(type, subresource));
  }

  void learnUpdateOnly(ResourceType type, String subresource) {
    updateOnly.add(name(type, subresource));
  }

  private static String name(ResourceType type, String subresource) {
    return type.qualifiedPlural() + "/" + subresource;
  }

  /** Whether a refusal was for the verb, rather than by an admission plugin. */
  static boolean isForPatching(ApiException.Forbidden refusal) {
    return String.valueOf(refusal.getMessage()).contains("cannot patch resource");
  }
}
