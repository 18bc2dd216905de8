package io.coxswain.kube.admissionpolicystatus;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ExpressionWarning;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.TypeChecking;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Type-checks the expressions of one policy and writes the result to its status. */
final class AdmissionPolicyStatusReconciler implements Reconciler<ObjectKey> {
  private final Client client;

  AdmissionPolicyStatusReconciler(Client client) {
    this.client = client;
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<ValidatingAdmissionPolicy> found = client.get(ValidatingAdmissionPolicy.class, key);
    if (found.isEmpty() || isChecked(found.get())) {
      return Outcome.done();
    }
    ValidatingAdmissionPolicy policy = found.get();
    var checking = new TypeChecking();
    checking.setExpressionWarnings(warnings(Json.tree(policy).path("spec")));
    client.applyStatus(
        new ValidatingAdmissionPolicyBuilder()
            .withNewMetadata()
            .withName(key.name())
            .endMetadata()
            .withNewStatus()
            .withObservedGeneration(policy.getMetadata().getGeneration())
            .withTypeChecking(checking)
            .endStatus()
            .build());
    return Outcome.done();
  }

  private static boolean isChecked(ValidatingAdmissionPolicy policy) {
    Long seen = policy.getStatus() == null ? null : policy.getStatus().getObservedGeneration();
    Long now = policy.getMetadata().getGeneration();
    return now == null || (seen != null && now <= seen);
  }

  private List<ExpressionWarning> warnings(JsonNode spec) throws ApiException {
    TypeCheck check = TypeCheck.of(spec, new KnownTypes(client));
    var warnings = new ArrayList<ExpressionWarning>();
    int index = 0;
    for (JsonNode validation : spec.path("validations")) {
      String place = "spec.validations[" + index++ + "].";
      for (String field : List.of("expression", "messageExpression")) {
        String warning = check.warning(validation.path(field).asText(""));
        if (!warning.isEmpty()) {
          warnings.add(new ExpressionWarning(place + field, warning));
        }
      }
    }
    return warnings;
  }
}
