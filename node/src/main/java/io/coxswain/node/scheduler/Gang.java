package io.coxswain.node.scheduler;

import io.coxswain.api.ObjectKey;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The group of pods that a pod starts with or not at all.
 *
 * @param maker whose PodGroup says how many there must be
 * @param name empty for none
 * @param said how many there must be, when the pod itself says so; else 0
 */
record Gang(Maker maker, String namespace, String name, int said) {
  private static final String COSCHEDULING = "scheduling.x-k8s.io/pod-group";
  private static final String VOLCANO = "scheduling.k8s.io/group-name";
  private static final String LABELLED = "pod-group.scheduling.sigs.k8s.io/name";
  private static final String LABELLED_LEAST = "pod-group.scheduling.sigs.k8s.io/min-available";

  /** Who defines the group. */
  enum Maker {
    NOBODY,
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
    return new Gang(Maker.NOBODY, namespace, "", 0);
  }

  private static int least(Pod pod) {
    try {
      return Integer.parseInt(value(pod.getMetadata().getLabels(), LABELLED_LEAST));
    } catch (NumberFormatException e) {
      return 1; // says nothing usable: a group of those that are there
    }
  }

  boolean exists() {
    return maker != Maker.NOBODY;
  }

  ObjectKey key() {
    return ObjectKey.of(namespace, name);
  }

  private static String value(@Nullable Map<String, String> map, String key) {
    return map == null ? "" : map.getOrDefault(key, "");
  }
}
