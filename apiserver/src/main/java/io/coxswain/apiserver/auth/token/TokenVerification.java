package io.coxswain.apiserver.auth.token;

import io.coxswain.apiserver.auth.User;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of verifying a token.
 *
 * @param user the owner; null if the token is invalid
 * @param audiences the requested audiences for which it is valid
 * @param problem why it is invalid; empty if it is not a known kind of token
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

  /** The error of a review. */
  public String error() {
    if (isValid()) {
      return "";
    }
    return problem.isEmpty() ? INVALID : "[" + INVALID + ", " + problem + "]";
  }
}
