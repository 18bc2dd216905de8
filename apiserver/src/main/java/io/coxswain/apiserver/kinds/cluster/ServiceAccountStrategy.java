package io.coxswain.apiserver.kinds.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.kinds.Strategy;
import io.coxswain.apiserver.kinds.WriteContext;

/** Service accounts: they have no rules, but an annotation that is deprecated. */
final class ServiceAccountStrategy implements Strategy {
  private static final String ENFORCED = "kubernetes.io/enforce-mountable-secrets";

  @Override
  public void warn(ObjectNode account, WriteContext context) {
    if (isEnforced(account)) {
      context
          .warnings()
          .add(
              "metadata.annotations["
                  + ENFORCED
                  + "]: deprecated in v1.32+; prefer separate namespaces to isolate access to"
                  + " mounted secrets");
    }
  }

  @Override
  public void warnOnUpdate(ObjectNode account, ObjectNode before, WriteContext context) {
    if (!isEnforced(before)) {
      warn(account, context);
    }
  }

  private static boolean isEnforced(JsonNode account) {
    return account.path("metadata").path("annotations").has(ENFORCED);
  }
}
