package io.coxswain.runtime.client;

import io.coxswain.api.ApiException;
import io.coxswain.api.ResourceType;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * Remembers which verbs the API server has denied. Some built-in controller roles allow update but
 * not patch, or list but not get; a denied verb is not tried again, and the allowed one is used
 * instead.
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

  /** Whether the patch verb was denied, as opposed to a rejection by an admission plugin. */
  static boolean isForPatching(ApiException.Forbidden refusal) {
    return String.valueOf(refusal.getMessage()).contains("cannot patch resource");
  }

  /** As {@link #isForPatching}, for get. */
  static boolean isForGetting(ApiException.Forbidden refusal) {
    return String.valueOf(refusal.getMessage()).contains("cannot get resource");
  }
}
