package io.coxswain.apiserver.auth;

/**
 * Whether someone may do something.
 *
 * @param reason why, where there is something to say; empty otherwise
 */
public record Decision(boolean allowed, String reason) {
  public static final Decision ALLOWED = new Decision(true, "");
  public static final Decision NO_OPINION = new Decision(false, "");
}
