package io.coxswain.kube.statefulset;

import io.coxswain.kube.common.IntOrPercent;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.Map;
import java.util.Optional;

/**
 * Opt-in behaviour of StatefulSets that upstream does not offer, enabled by annotation.
 *
 * @param replaceBroken replace a pod of an outdated revision that is not ready without waiting for
 *     it, so that a fix of a broken template takes effect (kubernetes/kubernetes#67250)
 * @param maxUnavailable how many pods a rolling update may replace at once, a number or a
 *     percentage
 */
record StatefulSetExtensions(boolean replaceBroken, Optional<IntOrString> maxUnavailable) {
  static final String REPLACE_BROKEN = "coxswain.io/replace-broken-pods";
  static final String MAX_UNAVAILABLE = "coxswain.io/max-unavailable";

  static StatefulSetExtensions of(StatefulSet set) {
    Map<String, String> annotations = set.getMetadata().getAnnotations();
    if (annotations == null) {
      return new StatefulSetExtensions(false, Optional.empty());
    }
    return new StatefulSetExtensions(
        "true".equals(annotations.get(REPLACE_BROKEN)),
        Optional.ofNullable(annotations.get(MAX_UNAVAILABLE))
            .flatMap(StatefulSetExtensions::amount));
  }

  /** Whether an annotation cannot be parsed. */
  static boolean hasInvalidAnnotation(StatefulSet set) {
    Map<String, String> annotations = set.getMetadata().getAnnotations();
    return annotations != null
        && annotations.containsKey(MAX_UNAVAILABLE)
        && amount(annotations.get(MAX_UNAVAILABLE)).isEmpty();
  }

  private static Optional<IntOrString> amount(String text) {
    try {
      IntOrString amount =
          text.endsWith("%") ? new IntOrString(text) : new IntOrString(Integer.valueOf(text));
      return IntOrPercent.roundedUp(amount, 100) > 0 ? Optional.of(amount) : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
