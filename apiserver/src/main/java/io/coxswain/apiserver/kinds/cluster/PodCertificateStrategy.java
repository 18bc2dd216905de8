package io.coxswain.apiserver.kinds.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.Strategy;
import io.coxswain.apiserver.kinds.WriteContext;
import io.coxswain.apiserver.rules.Field;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** PodCertificateRequests: the spec never changes, the status changes once. */
final class PodCertificateStrategy implements Strategy {
  private static final int DEFAULT_SECONDS = 24 * 60 * 60;

  @Override
  public void defaults(ObjectNode request) {
    Meta.setDefault(Meta.child(request, "spec"), "maxExpirationSeconds", DEFAULT_SECONDS);
    Meta.child(request, "status");
  }

  @Override
  public void validateCreate(ObjectNode request, List<FieldError> errors) {
    PodCertificateRules.spec(Field.of(request, errors).get("spec"));
  }

  @Override
  public void validateUpdate(ObjectNode request, ObjectNode before, List<FieldError> errors) {
    Field.of(request, errors).get("spec").unchangedFrom(before.path("spec"));
  }

  @Override
  public void validateStatusUpdate(
      ObjectNode request, ObjectNode before, WriteContext context, List<FieldError> errors) {
    PodCertificateRules.statusStep(Field.of(request, errors), before, context.now());
  }

  @Override
  public SortedMap<String, String> fields(ObjectNode request) {
    var fields = new TreeMap<String, String>();
    for (String name : List.of("nodeName", "podName", "signerName")) {
      fields.put("spec." + name, Meta.text(request, "/spec/" + name));
    }
    return fields;
  }
}
