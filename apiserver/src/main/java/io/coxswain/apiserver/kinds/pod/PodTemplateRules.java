package io.coxswain.apiserver.kinds.pod;

import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.LabelRules;

/** The rules for pod templates. */
public final class PodTemplateRules {
  private PodTemplateRules() {}

  /** Labels and annotations; upstream omits the metadata from their paths. */
  public static void metadata(Field template) {
    LabelRules.labels(template.get("metadata.labels").at(template.path() + ".labels"));
    LabelRules.annotations(annotations(template));
    PodAnnotationRules.check(annotations(template), template.get("spec"));
  }

  private static Field annotations(Field template) {
    return template.get("metadata.annotations").at(template.path() + ".annotations");
  }

  public static void check(Field template) {
    Field annotations = annotations(template);
    Field spec = template.get("spec");
    metadata(template);
    PodSpecRules.check(spec, PodScope.TEMPLATE);
    PodAnnotationRules.match(annotations, spec);
    if (!spec.get("ephemeralContainers").isEmpty()) {
      spec.get("ephemeralContainers").forbidden("ephemeral containers not allowed in pod template");
    }
  }
}
