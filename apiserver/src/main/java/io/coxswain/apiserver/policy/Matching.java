package io.coxswain.apiserver.policy;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.admission.Attributes;
import io.coxswain.apiserver.admission.webhook.HookRule;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.KindRegistry;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.store.Stored;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Whether a write matches {@code matchConstraints} or {@code matchResources}. */
final class Matching {
  private final KindRegistry kinds;

  Matching(KindRegistry kinds) {
    this.kinds = kinds;
  }

  /** The kind whose version is evaluated; null if the write does not match. */
  @Nullable ServedKind match(JsonNode match, Attributes attributes) {
    if (!match.isObject()) {
      return attributes.kind();
    }
    if (!objectMatches(match.path("objectSelector"), attributes)
        || !namespaceMatches(match.path("namespaceSelector"), attributes)
        || any(match.path("excludeResourceRules"), attributes) != null) {
      return null;
    }
    JsonNode rules = match.path("resourceRules");
    if (rules.isEmpty()) {
      return attributes.kind();
    }
    ServedKind found = any(rules, attributes);
    if (found == null || found == attributes.kind()) {
      return found;
    }
    return match.path("matchPolicy").asText("Equivalent").equals("Equivalent") ? found : null;
  }

  /** The kind that one of the rules names: that of the request, or the same in another version. */
  private @Nullable ServedKind any(JsonNode rules, Attributes attributes) {
    for (JsonNode rule : rules) {
      if (ruleMatches(rule, attributes.kind(), attributes)) {
        return attributes.kind();
      }
    }
    List<ServedKind> equivalents =
        kinds.serving(attributes.context().snapshot(), attributes.kind().collection());
    for (JsonNode rule : rules) {
      for (ServedKind other : equivalents) {
        if (other != attributes.kind() && ruleMatches(rule, other, attributes)) {
          return other;
        }
      }
    }
    return null;
  }

  private static boolean ruleMatches(JsonNode rule, ServedKind kind, Attributes attributes) {
    JsonNode names = rule.path("resourceNames");
    boolean named = names.isEmpty();
    for (JsonNode name : names) {
      named |= name.asText().equals(attributes.name());
    }
    return named
        && HookRule.of(rule)
            .matches(
                attributes.operation(),
                kind.type(),
                attributes.subresource(),
                attributes.namespace());
  }

  private static boolean objectMatches(JsonNode json, Attributes attributes) {
    LabelSelector selector = selector(json);
    return selector.terms().isEmpty()
        || has(selector, attributes.newObject())
        || has(selector, attributes.old());
  }

  private static boolean has(LabelSelector selector, JsonNode object) {
    return object.isObject() && selector.test(Meta.labels(object));
  }

  private static boolean namespaceMatches(JsonNode json, Attributes attributes) {
    LabelSelector selector = selector(json);
    if (selector.terms().isEmpty()) {
      return true;
    }
    boolean itself = attributes.kind().collection().equals("namespaces");
    if (itself && attributes.subresource().isEmpty()) {
      JsonNode object =
          attributes.newObject().isObject() ? attributes.newObject() : attributes.old();
      return has(selector, object);
    }
    if (attributes.namespace().isEmpty()) {
      return true; // cluster-scoped objects have no namespace to select
    }
    Stored namespace =
        attributes.context().snapshot().find("namespaces", ObjectKey.of(attributes.namespace()));
    return selector.test(namespace == null ? Map.of() : namespace.labels());
  }

  static LabelSelector selector(JsonNode json) {
    return json.isObject() && !json.isEmpty()
        ? LabelSelector.of(Json.convert(json, io.fabric8.kubernetes.api.model.LabelSelector.class))
        : LabelSelector.everything();
  }
}
