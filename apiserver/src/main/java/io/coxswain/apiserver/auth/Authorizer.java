package io.coxswain.apiserver.auth;

/** Decides who may do what. */
@FunctionalInterface
public interface Authorizer {

  Decision decide(AuthorizationAttributes access);

  /** Everyone may do everything. */
  static Authorizer alwaysAllow() {
    return access -> Decision.ALLOWED;
  }
}
