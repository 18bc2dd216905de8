package io.coxswain.apiserver.auth;

/**
 * The result of an authorization.
 *
 * @param reason the reason, if there is one; otherwise empty
 */
public record Decision(boolean allowed, String reason) {
  public static final Decision ALLOWED = new Decision(true, "");
  public static final Decision NO_OPINION = new Decision(false, "");
}
