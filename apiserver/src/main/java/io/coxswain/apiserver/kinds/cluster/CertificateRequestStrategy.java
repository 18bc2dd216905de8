package io.coxswain.apiserver.kinds.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.Strategy;
import io.coxswain.apiserver.kinds.WriteContext;
import io.coxswain.apiserver.rules.Field;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * CertificateSigningRequests: the server records the requester, {@code approval} decides, and the
 * certificate is set through {@code status}.
 */
final class CertificateRequestStrategy implements Strategy {
  private static final Strategy APPROVAL = new Approval();

  @Override
  public Optional<Strategy> part(String subresource) {
    return subresource.equals("approval") ? Optional.of(APPROVAL) : Optional.empty();
  }

  @Override
  public void defaults(ObjectNode request) {
    Meta.child(request, "spec");
    Meta.child(request, "status");
  }

  @Override
  public void prepareCreate(ObjectNode request, WriteContext context) {
    ObjectNode spec = Meta.child(request, "spec");
    spec.remove(List.of("username", "uid", "groups", "extra"));
    var user = context.user();
    spec.put("username", user.name());
    if (!user.uid().isEmpty()) {
      spec.put("uid", user.uid());
    }
    if (!user.groups().isEmpty()) {
      ArrayNode groups = spec.putArray("groups");
      user.groups().forEach(groups::add);
    }
    user.extra()
        .forEach(
            (key, values) -> {
              ArrayNode list = Meta.child(spec, "extra").putArray(key);
              values.forEach(list::add);
            });
    request.putObject("status");
  }

  @Override
  public void prepareUpdate(ObjectNode request, ObjectNode before, WriteContext context) {
    request.set("spec", before.path("spec"));
    request.set("status", before.path("status"));
  }

  @Override
  public void prepareStatusUpdate(ObjectNode request, ObjectNode before, WriteContext context) {
    for (String type : List.of("Approved", "Denied")) {
      List<JsonNode> old = RequestRules.find(before, type);
      List<JsonNode> now = RequestRules.find(request, type);
      if (old.size() == now.size()) {
        for (int i = 0; i < now.size(); i++) {
          ((ObjectNode) now.get(i)).removeAll().setAll((ObjectNode) old.get(i));
        }
      }
    }
    stamp(request, before, context);
  }

  /** Sets the times of conditions. */
  private static void stamp(ObjectNode request, ObjectNode before, WriteContext context) {
    String now = Meta.time(context.now());
    for (ObjectNode condition : Meta.objects(request.at("/status/conditions"))) {
      Meta.setDefault(condition, "lastUpdateTime", now);
      if (!condition.hasNonNull("lastTransitionTime")) {
        String since = now;
        for (JsonNode old : RequestRules.find(before, condition.path("type").asText(""))) {
          if (old.path("status").equals(condition.path("status"))) {
            since = old.path("lastTransitionTime").asText(now);
          }
        }
        condition.put("lastTransitionTime", since);
      }
    }
  }

  @Override
  public void validateCreate(ObjectNode request, List<FieldError> errors) {
    RequestRules.request(Field.of(request, errors), MissingNode.getInstance());
  }

  @Override
  public void validateUpdate(ObjectNode request, ObjectNode before, List<FieldError> errors) {
    RequestRules.step(Field.of(request, errors), before, RequestRules.Part.ALL);
  }

  @Override
  public void validateStatusUpdate(ObjectNode request, ObjectNode before, List<FieldError> errors) {
    RequestRules.step(Field.of(request, errors), before, RequestRules.Part.STATUS);
  }

  @Override
  public SortedMap<String, String> fields(ObjectNode request) {
    var fields = new TreeMap<String, String>();
    fields.put("spec.signerName", Meta.text(request, "/spec/signerName"));
    return fields;
  }

  /** Changes only the approval conditions. */
  private static final class Approval implements Strategy {
    @Override
    public boolean writesStatus() {
      return true;
    }

    @Override
    public void prepareUpdate(ObjectNode request, ObjectNode before, WriteContext context) {
      stamp(request, before, context);
      JsonNode decided = request.at("/status/conditions").deepCopy();
      request.set("spec", before.path("spec"));
      ObjectNode status = before.path("status").deepCopy();
      if (decided.isEmpty()) {
        status.remove("conditions");
      } else {
        status.set("conditions", decided);
      }
      request.set("status", status);
    }

    @Override
    public void validateUpdate(ObjectNode request, ObjectNode before, List<FieldError> errors) {
      RequestRules.step(Field.of(request, errors), before, RequestRules.Part.APPROVAL);
    }
  }
}
