package io.coxswain.apiserver.kinds.pod;

import io.coxswain.api.Quantities;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.Formats;
import io.coxswain.apiserver.rules.LabelRules;
import java.util.List;

/** The rules for claim templates of pods. */
public final class ClaimTemplateRules {
  private static final List<String> MODES =
      List.of("ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod");
  private static final List<String> ALLOWED_METADATA = List.of("annotations", "labels");

  private ClaimTemplateRules() {}

  static void ephemeral(Field source) {
    Field template = source.get("volumeClaimTemplate");
    if (!template.isSet()) {
      template.required();
      return;
    }
    Field metadata = template.get("metadata");
    LabelRules.annotations(metadata.get("annotations"));
    LabelRules.labels(metadata.get("labels"));
    for (Field field : metadata.entries()) {
      if (!ALLOWED_METADATA.contains(field.key()) && !field.isEmpty()) {
        metadata.get(field.key()).forbidden("cannot be set");
      }
    }
    spec(template.get("spec"));
  }

  /** The spec of a claim. */
  public static void spec(Field spec) {
    Field modes = spec.get("accessModes");
    modes.isGiven("at least 1 access mode is required");
    LabelRules.selector(spec.get("selector"));
    boolean once = false;
    boolean others = false;
    for (Field mode : modes.items()) {
      modes.with(mode.node()).oneOf(MODES);
      once |= mode.is("ReadWriteOncePod");
      others |= !mode.is("ReadWriteOncePod") && MODES.contains(mode.text());
    }
    if (once && others) {
      modes.forbidden("may not use ReadWriteOncePod with other access modes");
    }
    Field storage = spec.get("resources.requests.storage").at(spec.path() + ".resources[storage]");
    if (!storage.isSet()) {
      storage.required();
    } else if (Quantities.value(storage.text()).signum() <= 0) {
      storage.invalid("must be greater than zero");
    }
    spec.get("storageClassName").matchesIfGiven(Formats::dnsSubdomain);
    spec.get("volumeMode").oneOfIfSet(List.of("Block", "Filesystem"));
    dataSource(spec.get("dataSource"));
    dataSource(spec.get("dataSourceRef"));
    spec.get("volumeAttributesClassName").matchesIfGiven(Formats::dnsSubdomain);
  }

  private static void dataSource(Field source) {
    if (!source.isSet()) {
      return;
    }
    source.get("name").isGiven();
    source.get("kind").isGiven();
    if (source.get("apiGroup").isEmpty() && !source.get("kind").is("PersistentVolumeClaim")) {
      source.invalid(
          source.text("kind"),
          "must be 'PersistentVolumeClaim' when referencing the default apiGroup");
    }
    source.get("apiGroup").matchesIfGiven(Formats::dnsSubdomain);
  }
}
