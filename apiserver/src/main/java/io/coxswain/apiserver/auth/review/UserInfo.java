package io.coxswain.apiserver.auth.review;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.auth.User;

/** A user as JSON, as in reviews and in calls to webhooks. */
public final class UserInfo {
  private UserInfo() {}

  public static ObjectNode of(User user) {
    ObjectNode info = Json.MAPPER.createObjectNode();
    info.put("username", user.name());
    if (!user.uid().isEmpty()) {
      info.put("uid", user.uid());
    }
    if (!user.groups().isEmpty()) {
      user.groups().forEach(info.putArray("groups")::add);
    }
    if (!user.extra().isEmpty()) {
      ObjectNode extra = info.putObject("extra");
      user.extra().forEach((key, values) -> values.forEach(extra.putArray(key)::add));
    }
    return info;
  }
}
