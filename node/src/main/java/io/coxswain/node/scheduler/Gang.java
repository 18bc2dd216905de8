package io.coxswain.node.scheduler;

import io.coxswain.api.ObjectKey;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The group of pods with which a pod starts or not at all.
 *
 * @param maker the API whose PodGroup contains the minimum number
 * @param name empty for none
 * @param minimum the number of pods if the pod itself specifies it; else 0
 */
record Gang(Maker maker, String namespace, String name, int minimum) {
  private static final String COSCHEDULING = "scheduling.x-k8s.io/pod-group";
  private static final String VOLCANO = "scheduling.k8s.io/group-name";
  private static final String LABELLED = "pod-group.scheduling.sigs.k8s.io/name";
  private static final String LABELLED_LEAST = "pod-group.scheduling.sigs.k8s.io/min-available";

  /** The API that defines the group. */
  enum Maker {
    NONE,
    COSCHEDULING,
    VOLCANO,
    LABELS
  }

  static Gang of(Pod pod) {
    String namespace = pod.getMetadata().getNamespace();
    String name = value(pod.getMetadata().getLabels(), COSCHEDULING);
    if (!name.isEmpty()) {
      return new Gang(Maker.COSCHEDULING, namespace, name, 0);
    }
    name = value(pod.getMetadata().getAnnotations(), VOLCANO);
    if (!name.isEmpty()) {
      return new Gang(Maker.VOLCANO, namespace, name, 0);
    }
    name = value(pod.getMetadata().getLabels(), LABELLED);
    if (!name.isEmpty()) {
      return new Gang(Maker.LABELS, namespace, name, least(pod));
    }
    return new Gang(Maker.NONE, namespace, "", 0);
  }

  private static int least(Pod pod) {
    try {
      return Integer.parseInt(value(pod.getMetadata().getLabels(), LABELLED_LEAST));
    } catch (NumberFormatException e) {
      return 1; // not a number: the existing pods form the group
    }
  }

  boolean exists() {
    return maker != Maker.NONE;
  }

  ObjectKey key() {
    return ObjectKey.of(namespace, name);
  }

  private static String value(@Nullable Map<String, String> map, String key) {
    return map == null ? "" : map.getOrDefault(key, "");
  }
}
