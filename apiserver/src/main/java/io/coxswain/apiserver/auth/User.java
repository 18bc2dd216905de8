package io.coxswain.apiserver.auth;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Who asks.
 *
 * @param uid empty for who has none
 * @param extra what else is known of the user, such as the id of its credential
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

  /** Whether the user may do anything at all. */
  public boolean isMaster() {
    return groups.contains(MASTERS);
  }
}
