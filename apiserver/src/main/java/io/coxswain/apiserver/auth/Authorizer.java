package io.coxswain.apiserver.auth;

/** Authorizes requests. */
@FunctionalInterface
public interface Authorizer {

  Decision decide(AuthorizationAttributes access);

  /** Allows every request. */
  static Authorizer alwaysAllow() {
    return access -> Decision.ALLOWED;
  }
}
