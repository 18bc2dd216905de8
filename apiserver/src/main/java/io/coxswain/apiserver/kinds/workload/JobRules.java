package io.coxswain.apiserver.kinds.workload;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.pod.PodTemplateRules;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.Formats;
import io.coxswain.apiserver.rules.InternalForm;
import io.coxswain.apiserver.rules.LabelRules;
import java.util.List;

/** The rules for Jobs. */
final class JobRules {
  static final String UID = "batch.kubernetes.io/controller-uid";
  static final String OLD_UID = "controller-uid";
  static final String NAME = "batch.kubernetes.io/job-name";
  static final String OLD_NAME = "job-name";

  private static final String INDEXED_ONLY = "requires indexed completion mode";
  private static final int MAX_AT_ONCE = 100_000;
  private static final int MAX_FAILED = 100_000;
  private static final int MANY = 100_000;
  private static final int MAX_OF_MANY = 10_000;
  private static final int MANAGER_LIMIT = 63;

  private JobRules() {}

  static boolean hasPrefixedLabels(JsonNode job) {
    JsonNode labels = job.at("/spec/template/metadata/labels");
    return labels.has(NAME) && labels.has(UID);
  }

  static void check(Field job) {
    check(job, true);
  }

  /**
   * @param prefixed whether the template must have the labels with a prefix
   */
  static void check(Field job, boolean prefixed) {
    Field spec = job.get("spec");
    if (!spec.get("manualSelector").isTrue() && spec.has("selector")) {
      generated(job, prefixed);
    }
    spec(spec);
    selector(spec);
    Field name = job.get("metadata.name");
    long completions = spec.get("completions").number();
    String last = name.text() + "-" + (completions - 1);
    if (spec.get("completionMode").is("Indexed")
        && completions > 0
        && !Formats.dnsLabel(last).isEmpty()) {
      name.orEmpty().invalid("will not able to create pod with invalid DNS label: " + last);
    }
  }

  static void selector(Field spec) {
    Field selector = spec.get("selector");
    if (!selector.isSet()) {
      selector.required();
    } else {
      LabelRules.selector(selector);
    }
    if (SelectorRules.isUsable(spec)) {
      SelectorRules.templateLabels(spec, false);
    }
  }

  /** The labels and selector that the server generates. */
  private static void generated(Field job, boolean prefixed) {
    String uid = Meta.uid(job.node());
    String name = Meta.name(job.node());
    Field labels = job.get("spec.template.metadata.labels");
    var expected = Json.MAPPER.createObjectNode();
    has(labels, OLD_UID, uid);
    has(labels, OLD_NAME, name);
    if (prefixed) {
      has(labels, UID, uid);
      has(labels, NAME, name);
      expected.put(UID, uid).put(NAME, name);
    }
    expected.put(OLD_UID, uid).put(OLD_NAME, name);
    Field spec = job.get("spec");
    if (SelectorRules.isUsable(spec)
        && !SelectorRules.matches(spec.get("selector"), labels.with(expected))) {
      spec.get("selector").invalidAs(SelectorRules.SELECTOR, "`selector` not auto-generated");
    }
  }

  private static void has(Field labels, String key, String value) {
    Field label = labels.entry(key);
    if (!label.isSet()) {
      labels.entry(key).required("must be '" + value + "'");
    } else if (!label.is(value)) {
      label.with(labels.node()).invalidAs("map[string]string", "must be '" + value + "'");
    }
  }

  /** The spec of a Job, or in the template of a CronJob. */
  static void spec(Field spec) {
    for (String field :
        List.of(
            "parallelism",
            "completions",
            "activeDeadlineSeconds",
            "backoffLimit",
            "ttlSecondsAfterFinished",
            "backoffLimitPerIndex",
            "maxFailedIndexes")) {
      spec.get(field).nonNegative();
    }
    if (spec.has("maxFailedIndexes") && !spec.has("backoffLimitPerIndex")) {
      spec.get("backoffLimitPerIndex").required("when maxFailedIndexes is specified");
    }
    Field manager = spec.get("managedBy");
    if (manager.isSet()) {
      Formats.domainPrefixedPath(manager);
      if (manager.text().length() > MANAGER_LIMIT) {
        manager.tooLong(MANAGER_LIMIT);
      }
    }
    mode(spec);
    if (spec.has("podFailurePolicy")) {
      JobPolicyRules.failure(spec);
    }
    if (spec.has("successPolicy")) {
      if (spec.get("completionMode").is("Indexed")) {
        JobPolicyRules.success(spec);
      } else {
        spec.get("successPolicy")
            .invalid(
                InternalForm.of("batch.SuccessPolicy", spec.get("successPolicy").node()),
                INDEXED_ONLY);
      }
    }
    replacement(spec);
    PodTemplateRules.check(spec.get("template"));
    restart(spec);
  }

  private static void mode(Field spec) {
    Field mode = spec.get("completionMode");
    mode.oneOfIfSet(List.of("NonIndexed", "Indexed"));
    if (mode.is("Indexed")) {
      indexed(spec);
    }
    if (!mode.isSet() || mode.is("NonIndexed")) {
      for (String field : List.of("backoffLimitPerIndex", "maxFailedIndexes")) {
        if (spec.has(field)) {
          spec.get(field).invalid(INDEXED_ONLY);
        }
      }
    }
  }

  private static void indexed(Field spec) {
    Field completions = spec.get("completions");
    Field parallelism = spec.get("parallelism");
    Field failures = spec.get("maxFailedIndexes");
    if (!completions.isSet()) {
      completions.required("when completion mode is Indexed");
    }
    if (parallelism.number() > MAX_AT_ONCE) {
      parallelism.invalid("must be less than or equal to 100000 when completion mode is Indexed");
    }
    if (completions.isSet() && failures.number() > completions.number()) {
      failures.invalid("must be less than or equal to completions");
    }
    if (failures.number() > MAX_FAILED) {
      failures.invalid("must be less than or equal to 100000");
    }
    if (completions.number() > MANY && spec.has("backoffLimitPerIndex")) {
      String why =
          "must be less than or equal to 10000 when completions are above 100000 and used with"
              + " backoff limit per index";
      if (!failures.isSet()) {
        failures.required("must be specified when completions is above 100000");
      }
      if (parallelism.number() > MAX_OF_MANY) {
        parallelism.invalid(why);
      }
      if (failures.number() > MAX_OF_MANY) {
        failures.invalid(why);
      }
    }
  }

  private static void replacement(Field spec) {
    spec.get("podReplacementPolicy")
        .oneOfIfSet(
            spec.has("podFailurePolicy")
                ? List.of("Failed")
                : List.of("Failed", "TerminatingOrFailed"));
  }

  private static void restart(Field spec) {
    Field restart = spec.get("template.spec.restartPolicy");
    switch (restart.text()) {
      case "", "Always" -> restart.required("valid values: \"OnFailure\", \"Never\"");
      case "OnFailure" -> {
        if (spec.has("podFailurePolicy")) {
          restart.invalid("only \"Never\" is supported when podFailurePolicy is specified");
        }
      }
      case "Never" -> {}
      default -> restart.unsupported("OnFailure", "Never");
    }
  }
}
