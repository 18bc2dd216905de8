package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.ResourceType;
import io.coxswain.api.schema.BuiltInTypes;
import io.coxswain.apiserver.kinds.Meta;
import io.coxswain.apiserver.kinds.ScaleFields;
import io.coxswain.apiserver.schema.FieldError;
import io.coxswain.apiserver.store.Stored;
import java.util.List;

/** The scale subresource: how many replicas an object wants and has, the same for all kinds. */
final class Scales {
  private static final ResourceType SCALE =
      new ResourceType("autoscaling", "v1", "Scale", "scales", true);

  private Scales() {}

  static Answer handle(Target target, Api api) {
    ScaleFields fields = target.kind().scale();
    return switch (target.info().verb()) {
      case "get" -> answer(target, api.reads().get(target), fields);
      case "update" -> {
        ObjectNode wanted = Body.object(target.request(), SCALE, false);
        checkName(target, wanted);
        yield answer(target, write(target, api, fields, _ -> wanted), fields);
      }
      case "patch" -> {
        var change = Patches.read(target, BuiltInTypes.find(SCALE.apiVersion(), SCALE.kind()));
        yield answer(target, write(target, api, fields, change), fields);
      }
      default -> throw StatusException.methodNotAllowed();
    };
  }

  private static void checkName(Target target, ObjectNode wanted) {
    String name = Meta.name(wanted);
    if (!name.isEmpty() && !name.equals(target.info().name())) {
      throw StatusException.badRequest(
          "the name of the object ("
              + name
              + ") does not match the name on the URL ("
              + target.info().name()
              + ")");
    }
  }

  private static Stored write(Target target, Api api, ScaleFields fields, Updates.Change change) {
    return api.change(
        target,
        current -> {
          ObjectNode wanted = change.of(scale(current, fields));
          JsonNode replicas = wanted.at("/spec/replicas");
          if (replicas.isNumber() && replicas.asLong() < 0) {
            throw StatusException.invalid(
                SCALE,
                target.info().name(),
                List.of(
                    FieldError.invalid(
                        "spec.replicas", replicas, "must be greater than or equal to 0")));
          }
          if (!replicas.isNumber() && !replicas.isMissingNode() && !replicas.isNull()) {
            throw StatusException.invalid(
                "",
                "",
                "",
                "",
                List.of(
                    FieldError.invalid(
                        "patch",
                        wanted.toString(),
                        "json: cannot unmarshal "
                            + Body.goName(replicas)
                            + " into Go struct field ScaleSpec.spec.replicas of type int32")));
          }
          for (String precondition : List.of("uid", "resourceVersion")) {
            String value = Meta.text(wanted, "/metadata/" + precondition);
            if (!value.isEmpty()) {
              Meta.of(current).put(precondition, value);
            }
          }
          fields.setReplicas(current, replicas.asInt(0));
          return current;
        });
  }

  private static Answer answer(Target target, Stored parent, ScaleFields fields) {
    return new Answer.Whole(Answers.json(200, scale(target.kind().read(parent), fields)));
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

  /** A selector as text; some kinds hold it as text, some as a map, most as an object. */
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
