package io.coxswain.apiserver.kinds.workload;

import io.coxswain.api.Json;
import io.coxswain.api.LabelSelector;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.pod.PodTemplateRules;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.LabelRules;
import java.util.List;

/** The selector of a workload must match its template. */
final class SelectorRules {
  static final String SELECTOR = "*meta.LabelSelector";

  private SelectorRules() {}

  /** The selector of the spec; an empty one is reported for the kind that upstream names. */
  static void selector(Field spec, String kind) {
    Field selector = spec.get("selector");
    if (!selector.isSet()) {
      selector.required();
      return;
    }
    LabelRules.selector(selector);
    if (LabelRules.isEmpty(selector)) {
      selector.invalidAs(SELECTOR, "empty selector is invalid for " + kind);
    }
  }

  /** Whether the selector is valid; an absent one selects nothing. */
  static boolean isUsable(Field spec) {
    return LabelRules.isValid(spec.get("selector"));
  }

  static boolean matches(Field selector, Field labels) {
    return selector.isSet()
        && LabelSelector.of(
                Json.convert(selector.node(), io.fabric8.kubernetes.api.model.LabelSelector.class))
            .test(Meta.stringMap(labels.node()));
  }

  /** The labels of the template; missing labels are a mismatch unless the selector is empty. */
  static void templateLabels(Field spec, boolean emptyMatches) {
    Field labels = spec.get("template.metadata.labels");
    Field selector = spec.get("selector");
    if (emptyMatches && LabelRules.isEmpty(selector)) {
      return;
    }
    if (!matches(selector, labels)) {
      labels.invalidAs("map[string]string", "`selector` does not match template `labels`");
    }
  }

  /** The rules for pods that run as long as their workload exists. */
  static void lasting(Field template, String kind) {
    Field restart = template.get("spec.restartPolicy");
    if (!restart.is("Always")) {
      restart.orEmpty().unsupported(List.of("Always"));
    }
    if (template.has("spec.activeDeadlineSeconds")) {
      template
          .get("spec.activeDeadlineSeconds")
          .forbidden("activeDeadlineSeconds in " + kind + " is not Supported");
    }
  }

  /** The rules that ReplicaSets and Deployments share. */
  static void replicated(Field spec) {
    selector(spec, "deployment");
    if (!isUsable(spec)) {
      spec.get("selector").invalidAs(SELECTOR, "invalid label selector");
      return;
    }
    templateLabels(spec, true);
    PodTemplateRules.check(spec.get("template"));
    lasting(spec.get("template"), "ReplicaSet");
  }
}
