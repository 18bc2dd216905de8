package io.coxswain.apiserver.admission.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.admission.Attributes;
import io.coxswain.apiserver.admission.Operation;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.KindRegistry;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.store.Stored;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Selects the webhooks that apply to a write. */
final class HookMatcher {
  private static final List<String> EXEMPT =
      List.of(
          "ValidatingWebhookConfiguration",
          "MutatingWebhookConfiguration",
          "ValidatingAdmissionPolicy",
          "ValidatingAdmissionPolicyBinding",
          "MutatingAdmissionPolicy",
          "MutatingAdmissionPolicyBinding");

  private final KindRegistry kinds;
  private final Conditions conditions;

  HookMatcher(KindRegistry kinds, Conditions conditions) {
    this.kinds = kinds;
    this.conditions = conditions;
  }

  /** Whether webhooks are never called: they could lock everyone out permanently. */
  static boolean isExempt(Attributes attributes) {
    var type = attributes.kind().type();
    return type.group().equals("admissionregistration.k8s.io") && EXEMPT.contains(type.kind());
  }

  Optional<Invocation> match(Hook hook, Attributes attributes) {
    ServedKind kind = kind(hook, attributes);
    if (kind == null || !matchesObject(hook.objects(), attributes)) {
      return Optional.empty();
    }
    // A missing namespace matters only if the webhook otherwise matches.
    LabelSelector selector = hook.namespaces();
    boolean byNamespace = !selector.terms().isEmpty() && !namespace(attributes).isEmpty();
    StatusException missing = null;
    if (byNamespace) {
      var labels = namespaceLabels(attributes);
      if (labels == null) {
        missing = StatusException.namespaceNotFound(namespace(attributes));
      } else if (!selector.test(labels)) {
        return Optional.empty();
      }
    }
    if (missing != null) {
      throw missing;
    }
    return meetsConditions(hook, attributes, kind)
        ? Optional.of(new Invocation(hook, kind, attributes))
        : Optional.empty();
  }

  private boolean meetsConditions(Hook hook, Attributes attributes, ServedKind kind) {
    if (hook.conditions().isEmpty()) {
      return true;
    }
    try {
      return conditions.hold(hook.conditions(), attributes, kind);
    } catch (Conditions.EvaluationException e) {
      if (hook.ignoresFailures()) {
        return false;
      }
      throw attributes.forbidden(String.valueOf(e.getMessage()));
    }
  }

  /** The kind that a rule names: that of the request, or the same in another version. */
  private @Nullable ServedKind kind(Hook hook, Attributes attributes) {
    ServedKind asked = attributes.kind();
    if (hook.rules().stream().anyMatch(rule -> matches(rule, asked, attributes))) {
      return asked;
    }
    if (!hook.equivalents()) {
      return null;
    }
    List<ServedKind> equivalents =
        kinds.serving(attributes.context().snapshot(), asked.collection());
    for (HookRule rule : hook.rules()) {
      for (ServedKind other : equivalents) {
        if (other != asked && matches(rule, other, attributes)) {
          return other;
        }
      }
    }
    return null;
  }

  private static boolean matches(HookRule rule, ServedKind kind, Attributes attributes) {
    return rule.matches(
        attributes.operation(), kind.type(), attributes.subresource(), namespace(attributes));
  }

  /** The namespace of the object; for a namespace itself, its own name. */
  static String namespace(Attributes attributes) {
    return attributes.kind().collection().equals("namespaces")
        ? attributes.name()
        : attributes.namespace();
  }

  private static java.util.@Nullable SortedMap<String, String> namespaceLabels(
      Attributes attributes) {
    boolean itself =
        attributes.kind().collection().equals("namespaces")
            && attributes.subresource().isEmpty()
            && (attributes.operation() == Operation.CREATE
                || attributes.operation() == Operation.UPDATE);
    if (itself) {
      return Meta.labels(attributes.object());
    }
    Stored namespace =
        attributes.context().snapshot().find("namespaces", ObjectKey.of(namespace(attributes)));
    return namespace == null ? null : namespace.labels();
  }

  private static boolean matchesObject(LabelSelector selector, Attributes attributes) {
    return selector.terms().isEmpty()
        || has(selector, attributes.newObject())
        || has(selector, attributes.old());
  }

  private static boolean has(LabelSelector selector, JsonNode object) {
    return object.isObject() && selector.test(Meta.labels(object));
  }
}
