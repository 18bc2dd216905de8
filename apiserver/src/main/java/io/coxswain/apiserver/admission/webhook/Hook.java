package io.coxswain.apiserver.admission.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.api.LabelSelector;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.store.Stored;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * One webhook of a configuration.
 *
 * @param key its unique key
 * @param ignoresFailures whether a failed call is ignored
 */
record Hook(
    String key,
    String name,
    List<HookRule> rules,
    boolean ignoresFailures,
    boolean equivalents,
    LabelSelector namespaces,
    LabelSelector objects,
    String sideEffects,
    Duration timeout,
    List<String> reviewVersions,
    boolean reinvoked,
    JsonNode conditions,
    Destination destination) {

  /** The webhooks of a configuration, in order. */
  static List<Hook> of(Stored configuration) {
    var hooks = new ArrayList<Hook>();
    int index = 0;
    for (JsonNode hook : configuration.tree().path("webhooks")) {
      hooks.add(
          of(configuration.key().name() + "/" + index + "/" + Meta.text(hook, "/name"), hook));
      index++;
    }
    return hooks;
  }

  private static Hook of(String key, JsonNode hook) {
    var rules = new ArrayList<HookRule>();
    hook.path("rules").forEach(rule -> rules.add(HookRule.of(rule)));
    return new Hook(
        key,
        Meta.text(hook, "/name"),
        List.copyOf(rules),
        Meta.text(hook, "/failurePolicy").equals("Ignore"),
        Meta.text(hook, "/matchPolicy").equals("Equivalent"),
        selector(hook.path("namespaceSelector")),
        selector(hook.path("objectSelector")),
        Meta.text(hook, "/sideEffects"),
        Duration.ofSeconds(hook.path("timeoutSeconds").asInt(10)),
        Meta.strings(hook.path("admissionReviewVersions")),
        Meta.text(hook, "/reinvocationPolicy").equals("IfNeeded"),
        hook.path("matchConditions"),
        Destination.of(hook.path("clientConfig")));
  }

  private static LabelSelector selector(JsonNode selector) {
    return selector.isEmpty()
        ? LabelSelector.everything()
        : LabelSelector.of(
            Json.convert(selector, io.fabric8.kubernetes.api.model.LabelSelector.class));
  }

  boolean allowsDryRun() {
    return sideEffects.equals("None") || sideEffects.equals("NoneOnDryRun");
  }
}
