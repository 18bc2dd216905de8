package io.coxswain.runtime.client;

import io.coxswain.api.ApiException;
import io.coxswain.api.ResourceType;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * What a client learned of what it may. The roles of Kubernetes' own controllers let them update
 * some kinds and not patch them, and list some that they may not get: what was refused for that is
 * not tried again.
 */
final class Permissions {
  private final Set<String> updateOnly = new ConcurrentSkipListSet<>();
  private final Set<String> listOnly = new ConcurrentSkipListSet<>();

  boolean mayPatch(ResourceType type, String subresource) {
    return !updateOnly.contains(name(type, subresource));
  }

  void learnUpdateOnly(ResourceType type, String subresource) {
    updateOnly.add(name(type, subresource));
  }

  boolean mayGet(ResourceType type) {
    return !listOnly.contains(type.qualifiedPlural());
  }

  void learnListOnly(ResourceType type) {
    listOnly.add(type.qualifiedPlural());
  }

  private static String name(ResourceType type, String subresource) {
    return type.qualifiedPlural() + "/" + subresource;
  }

  /** Whether a refusal was for the verb, rather than by an admission plugin. */
  static boolean isForPatching(ApiException.Forbidden refusal) {
    return String.valueOf(refusal.getMessage()).contains("cannot patch resource");
  }

  /** As {@link #isForPatching}, of a read. */
  static boolean isForGetting(ApiException.Forbidden refusal) {
    return String.valueOf(refusal.getMessage()).contains("cannot get resource");
  }
}
