package io.coxswain.apiserver.auth;

import java.util.List;
import java.util.stream.Collectors;

/** Allows a request if any of several authorizers does; otherwise returns the reasons of all. */
public record UnionAuthorizer(List<Authorizer> authorizers) implements Authorizer {

  @Override
  public Decision decide(AuthorizationAttributes access) {
    var decisions = new java.util.ArrayList<Decision>();
    for (Authorizer authorizer : authorizers) {
      Decision decision = authorizer.decide(access);
      if (decision.allowed()) {
        return decision;
      }
      decisions.add(decision);
    }
    return new Decision(
        false,
        decisions.stream()
            .map(Decision::reason)
            .filter(reason -> !reason.isEmpty())
            .collect(Collectors.joining("\n")));
  }
}
