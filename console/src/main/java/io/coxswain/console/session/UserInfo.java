package io.coxswain.console.session;

import java.util.List;

/** The user as whom the API server knows the holder of the credentials. */
public record UserInfo(String name, List<String> groups) {
  public UserInfo {
    groups = List.copyOf(groups);
  }
}
