package io.coxswain.apiserver.auth.token;

import io.coxswain.apiserver.auth.User;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a token is worth.
 *
 * @param user whose it is; null when it is not good
 * @param audiences for whom it is good, of those asked for
 * @param problem why it is not good; empty when nothing is known of it at all
 */
public record TokenVerification(@Nullable User user, List<String> audiences, String problem) {
  private static final String INVALID = "invalid bearer token";

  static TokenVerification unknown() {
    return new TokenVerification(null, List.of(), "");
  }

  static TokenVerification bad(String problem) {
    return new TokenVerification(null, List.of(), problem);
  }

  public boolean isValid() {
    return user != null;
  }

  /** The text of a review. */
  public String error() {
    if (isValid()) {
      return "";
    }
    return problem.isEmpty() ? INVALID : "[" + INVALID + ", " + problem + "]";
  }
}
