package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.api.Json;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.ResourceType;
import io.coxswain.apiserver.admission.Operation;
import io.coxswain.apiserver.apply.ScaleManagers;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.KindBuilder;
import io.coxswain.apiserver.kinds.ScaleFields;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.store.Stored;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The scale subresource: desired and actual replicas, the same for all kinds. It is written as if
 * it were a separate object with its own field owners, and then transferred to its parent.
 */
final class ScaleHandler implements RequestHandler {
  private static final ServedKind KIND =
      KindBuilder.namespaced("autoscaling", "v1", "Scale", "scales").build();

  private final Ownership ownership;
  private final Admission admission;
  private final ReadHandler reads;
  private final UpdateHandler updates;

  ScaleHandler(Ownership ownership, Admission admission, ReadHandler reads, UpdateHandler updates) {
    this.ownership = ownership;
    this.admission = admission;
    this.reads = reads;
    this.updates = updates;
  }

  @Override
  public HandlerResponse handle(Target target) {
    WriteOptions.check(target);
    Target scale = target.as(KIND);
    return switch (target.info().verb()) {
      case "get" -> {
        Stored stored = reads.get(target);
        checkReplicas(target.kind(), stored.tree());
        yield answer(scale, target.kind(), stored);
      }
      case "update", "patch" -> {
        var written =
            updates.updateExisting(target, change(target, scale), UpdateHandler.Owners.DONE);
        yield answer(scale, target.kind(), written);
      }
      default ->
          throw target.kind().facts().custom()
              ? StatusException.methodNotSupported(target.kind().type(), target.info().verb())
              : StatusException.methodNotAllowed();
    };
  }

  private static HandlerResponse answer(Target target, ServedKind parent, Stored stored) {
    ObjectNode scale = scale(parent.read(stored), parent.scale());
    return new HandlerResponse.Whole(
        Representation.of(target).object(200, KIND, KIND.store(scale, 0), target.warnings()));
  }

  /** A custom resource without replicas has no scale. */
  private static void checkReplicas(ServedKind kind, JsonNode object) {
    String replicas = kind.scale().specReplicas();
    if (kind.facts().custom() && object.at(replicas).isMissingNode()) {
      throw StatusException.internal(
          "the spec replicas field \"" + replicas.replace('/', '.') + "\" does not exist");
    }
  }

  /** The change of the object that a write to its scale requests. */
  private UpdateHandler.Change change(Target target, Target scale) {
    UnaryOperator<ObjectNode> write = write(target, scale);
    ScaleFields fields = target.kind().scale();
    String replicas = fields.specReplicas().substring(1).replace('/', '.');
    return current -> {
      ObjectNode live = scale(current, fields);
      ScaleManagers.toScale(current, replicas, live);
      ObjectNode wanted = write.apply(live);
      admission.admit(Operation.UPDATE, target, KIND.type(), wanted, live);
      check(target, wanted, current);
      fields.setReplicas(current, wanted.at("/spec/replicas").asInt(0));
      Meta.of(current).put("resourceVersion", Meta.resourceVersion(wanted));
      ScaleManagers.toObject(wanted, replicas, target.kind().type().apiVersion(), current);
      return current;
    };
  }

  /** The write to the scale, as a function of the current one. */
  private UnaryOperator<ObjectNode> write(Target target, Target scale) {
    if (target.info().verb().equals("update")) {
      ObjectNode sent = Body.object(target.request(), KIND.type(), false, scale.repeated());
      ObjectDecoder.decode(scale, sent);
      UpdateHandler.checkName(sent, target.info().name());
      return live -> {
        ObjectNode wanted = sent.deepCopy();
        checkUid(target, wanted, live);
        ownership.updated(scale, live, wanted);
        UpdateHandler.checkIdentity(scale, wanted, live);
        return wanted;
      };
    }
    if (Body.mediaType(target.request()).equals(PatchHandler.APPLY)) {
      return live -> {
        ObjectNode wanted = ApplyHandler.applied(ownership, scale, live);
        ObjectDecoder.decode(scale, wanted);
        UpdateHandler.checkIdentity(scale, wanted, live);
        return wanted;
      };
    }
    var patch = PatchHandler.read(scale, target.kind());
    return live -> {
      ObjectNode wanted = patch.of(live.deepCopy());
      ObjectDecoder.decode(scale, wanted, () -> patch.of(live.deepCopy()));
      ownership.updated(scale, live, wanted);
      UpdateHandler.checkIdentity(scale, wanted, live);
      return wanted;
    };
  }

  private static void checkUid(Target target, ObjectNode wanted, ObjectNode live) {
    String uid = Meta.uid(wanted);
    if (!uid.isEmpty() && !uid.equals(Meta.uid(live))) {
      throw StatusException.uidMismatch(
          target.kind().type(), target.kind().facts().custom(), target.key(), uid, Meta.uid(live));
    }
  }

  private static void check(Target target, ObjectNode wanted, ObjectNode parent) {
    JsonNode replicas = wanted.at("/spec/replicas");
    if (!target.kind().facts().custom()) {
      var errors = new ArrayList<FieldError>();
      MetadataRules.validate(KIND, wanted, errors);
      Field.of(replicas, "spec.replicas", errors).nonNegative();
      if (!errors.isEmpty()) {
        throw StatusException.invalid(KIND.type(), target.info().name(), errors);
      }
    }
    String uid = Meta.uid(wanted);
    if (!uid.isEmpty() && !uid.equals(Meta.uid(parent))) {
      var type = target.kind().type();
      throw StatusException.conflict(
          new ResourceType(
              type.group(), type.version(), type.kind(), type.plural() + "/scale", true),
          target.info().name(),
          "Precondition failed: UID in precondition: "
              + uid
              + ", UID in object meta: "
              + Meta.uid(parent));
    }
  }

  private static ObjectNode scale(ObjectNode parent, ScaleFields fields) {
    ObjectNode scale = Json.MAPPER.createObjectNode();
    scale.put("kind", "Scale").put("apiVersion", "autoscaling/v1");
    ObjectNode metadata = scale.putObject("metadata");
    for (String field :
        List.of("name", "namespace", "uid", "resourceVersion", "creationTimestamp")) {
      JsonNode value = parent.path("metadata").path(field);
      if (!value.isMissingNode()) {
        metadata.set(field, value);
      }
    }
    ObjectNode spec = scale.putObject("spec");
    int wanted = fields.replicas(parent);
    if (wanted != 0) {
      spec.put("replicas", wanted);
    }
    ObjectNode status = scale.putObject("status");
    status.put("replicas", fields.presentReplicas(parent));
    String selector = selector(fields.selector(parent));
    if (!selector.isEmpty()) {
      status.put("selector", selector);
    }
    return scale;
  }

  /** A selector as text; some kinds store it as text, some as a map, most as an object. */
  private static String selector(JsonNode selector) {
    if (selector.isTextual()) {
      return selector.asText();
    }
    if (selector.has("matchLabels") || selector.has("matchExpressions")) {
      return LabelSelector.of(
              Json.convert(selector, io.fabric8.kubernetes.api.model.LabelSelector.class))
          .toString();
    }
    return LabelSelector.of(Meta.stringMap(selector)).toString();
  }
}
