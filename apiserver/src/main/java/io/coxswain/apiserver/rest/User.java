package io.coxswain.apiserver.rest;

import java.util.List;

/** Who asks. */
public record User(String name, List<String> groups) {
  public static final User ANONYMOUS =
      new User("system:anonymous", List.of("system:unauthenticated"));

  public User {
    groups = List.copyOf(groups);
  }
}
