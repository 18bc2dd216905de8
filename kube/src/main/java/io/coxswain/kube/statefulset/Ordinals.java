package io.coxswain.kube.statefulset;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The ordinals and names of the pods of a set.
 *
 * @param set the name of the set
 * @param start the first ordinal
 * @param count the number of replicas
 */
record Ordinals(String set, int start, int count) {
  private static final Pattern NAME = Pattern.compile("(.*)-([0-9]+)", Pattern.DOTALL);

  /** The ordinal of a pod without a valid one. */
  static final int NONE = -1;

  static Ordinals of(StatefulSet set) {
    var spec = set.getSpec();
    var from = spec.getOrdinals();
    return new Ordinals(
        set.getMetadata().getName(),
        from == null || from.getStart() == null ? 0 : from.getStart(),
        spec.getReplicas() == null ? 1 : spec.getReplicas());
  }

  /** One past the last ordinal. */
  int end() {
    return start + count;
  }

  boolean contains(int ordinal) {
    return ordinal >= start && ordinal < end();
  }

  boolean contains(HasMetadata pod) {
    return contains(of(pod));
  }

  /** Whether the name of the pod matches the set. */
  boolean isMember(HasMetadata pod) {
    Matcher name = NAME.matcher(pod.getMetadata().getName());
    return name.matches() && name.group(1).equals(set);
  }

  String podName(int ordinal) {
    return set + "-" + ordinal;
  }

  String claimName(String template, int ordinal) {
    return template + "-" + set + "-" + ordinal;
  }

  static int of(HasMetadata pod) {
    Matcher name = NAME.matcher(pod.getMetadata().getName());
    if (!name.matches()) {
      return NONE;
    }
    try {
      return Integer.parseInt(name.group(2));
    } catch (NumberFormatException e) {
      return NONE;
    }
  }
}
