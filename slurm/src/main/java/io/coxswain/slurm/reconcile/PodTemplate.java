package io.coxswain.slurm.reconcile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.slurm.values.Labels;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a Deployment or a StatefulSet makes its pods from: the template and the claims. Everything
 * else of it can change without a restart.
 *
 * <p>The annotation {@code versions} of the template is left out: {@link Versions} decides by that
 * of the object. Nulls and empty texts, objects and lists count as absent, because Go writes what
 * others omit.
 */
final class PodTemplate {
  /** An annotation: whose the stored template is, and for which rendering. */
  static final String MARK = "coxswain.io/pod-template";

  private static final Set<String> KINDS = Set.of("Deployment", "StatefulSet");
  private static final String TEMPLATE = "template";
  private static final List<String> PARTS = List.of(TEMPLATE, "volumeClaimTemplates");
  private static final int DIGEST_LENGTH = 16;

  private PodTemplate() {}

  static boolean isIn(ObjectNode object) {
    return KINDS.contains(object.path("kind").asText());
  }

  /** A fingerprint that does not depend on the order of fields. */
  static String digest(ObjectNode object) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(Json.bytes(normalized(of(object))));
      return HexFormat.of().formatHex(Arrays.copyOf(digest, DIGEST_LENGTH));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** Whether the stored template has everything rendered; a server adds defaults. */
  static boolean isRenderedIn(ObjectNode rendered, ObjectNode stored) {
    return includes(normalized(of(stored)), normalized(of(rendered)));
  }

  /** The object with the template of another. */
  static ObjectNode transplanted(ObjectNode object, ObjectNode from) {
    ObjectNode result = object.deepCopy();
    ObjectNode spec = result.withObject("/spec");
    for (String part : PARTS) {
      JsonNode value = from.path("spec").get(part);
      if (value == null) {
        spec.remove(part);
      } else {
        spec.set(part, value.deepCopy());
      }
    }
    return result;
  }

  static String mark(HasMetadata object) {
    Map<String, String> annotations = object.getMetadata().getAnnotations();
    return annotations == null ? "" : annotations.getOrDefault(MARK, "");
  }

  /** Whether the template is that of another operator. */
  static boolean isKept(HasMetadata object) {
    TemplatePlan.Mark mark = TemplatePlan.Mark.read(mark(object));
    return !mark.equals(TemplatePlan.Mark.NONE) && mark.owner() == TemplatePlan.Owner.OTHERS;
  }

  /** Whether users want the templates of other operators to be replaced at once. */
  static boolean isRollOutAsked(HasMetadata owner) {
    Map<String, String> annotations = owner.getMetadata().getAnnotations();
    return annotations != null && "true".equals(annotations.get(Labels.ROLL_OUT_ANNOTATION));
  }

  private static ObjectNode of(ObjectNode object) {
    ObjectNode parts = JsonNodeFactory.instance.objectNode();
    for (String part : PARTS) {
      JsonNode value = object.path("spec").get(part);
      if (value != null) {
        parts.set(part, value.deepCopy());
      }
    }
    if (parts.at("/template/metadata/annotations") instanceof ObjectNode annotations) {
      annotations.remove(Versions.ANNOTATION);
    }
    return parts;
  }

  private static JsonNode normalized(JsonNode node) {
    return switch (node) {
      case ObjectNode object -> {
        var fields = new TreeMap<String, JsonNode>();
        object
            .properties()
            .forEach(
                field -> {
                  JsonNode value = normalized(field.getValue());
                  if (!isEmpty(value)) {
                    fields.put(field.getKey(), value);
                  }
                });
        yield JsonNodeFactory.instance.objectNode().setAll(fields);
      }
      case ArrayNode list -> {
        ArrayNode items = JsonNodeFactory.instance.arrayNode();
        list.forEach(item -> items.add(normalized(item)));
        yield items;
      }
      default -> node;
    };
  }

  private static boolean isEmpty(JsonNode node) {
    return node.isNull()
        || (node.isContainerNode() && node.isEmpty())
        || (node.isTextual() && node.asText().isEmpty());
  }

  private static boolean includes(JsonNode stored, JsonNode rendered) {
    return switch (rendered) {
      case ObjectNode object ->
          object.properties().stream()
              .allMatch(field -> includes(stored.path(field.getKey()), field.getValue()));
      case ArrayNode list -> {
        boolean all = stored.isArray() && stored.size() == list.size();
        for (int i = 0; all && i < list.size(); i++) {
          all = includes(stored.get(i), list.get(i));
        }
        yield all;
      }
      default -> stored.isValueNode() && stored.asText().equals(rendered.asText());
    };
  }
}
