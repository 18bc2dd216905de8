package io.coxswain.console.session;

import java.util.List;

/** The API server's name for the holder of the credentials. */
public record UserInfo(String name, List<String> groups) {
  public UserInfo {
    groups = List.copyOf(groups);
  }
}
