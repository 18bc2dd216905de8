package io.coxswain.apiserver.auth;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * An authenticated user.
 *
 * @param uid empty if the user has none
 * @param extra further information, such as the id of the credential
 */
public record User(
    String name, String uid, List<String> groups, SortedMap<String, List<String>> extra) {
  public static final String MASTERS = "system:masters";
  public static final String AUTHENTICATED = "system:authenticated";
  public static final String UNAUTHENTICATED = "system:unauthenticated";

  public static final User ANONYMOUS = new User("system:anonymous", List.of(UNAUTHENTICATED));

  public User {
    groups = List.copyOf(groups);
    extra = extra.isEmpty() ? extra : Collections.unmodifiableSortedMap(new TreeMap<>(extra));
  }

  public User(String name, List<String> groups) {
    this(name, "", groups, Collections.emptySortedMap());
  }

  /** Whether the user has all permissions. */
  public boolean isMaster() {
    return groups.contains(MASTERS);
  }
}
