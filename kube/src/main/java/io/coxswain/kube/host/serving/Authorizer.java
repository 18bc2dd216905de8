package io.coxswain.kube.host.serving;

import io.coxswain.api.ApiException;
import io.coxswain.env.CancelledException;
import io.coxswain.runtime.access.AccessReviews;
import io.coxswain.runtime.access.User;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Authorizes users: masters are allowed everything, some paths are public, for everything else the
 * API server decides; without an API server, requests are denied.
 *
 * @param open public paths; one that ends in {@code *} matches by prefix
 * @param reviews null without an API server
 */
record Authorizer(List<String> open, @Nullable AccessReviews reviews) {

  boolean allows(User user, String verb, String path) throws ApiException, CancelledException {
    if (user.groups().contains("system:masters") || isOpen(path)) {
      return true;
    }
    return reviews != null && reviews.allows(user, verb, path);
  }

  private boolean isOpen(String path) {
    String relative = path.replaceFirst("^/", "");
    return open.stream()
        .map(each -> each.replaceFirst("^/", ""))
        .anyMatch(
            each ->
                each.endsWith("*")
                    ? relative.startsWith(each.substring(0, each.length() - 1))
                    : relative.equals(each));
  }
}
