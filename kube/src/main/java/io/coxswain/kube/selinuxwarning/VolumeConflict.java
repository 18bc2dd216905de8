package io.coxswain.kube.selinuxwarning;

import io.coxswain.api.ObjectKey;

/**
 * Two pods that use a volume in different ways, as the first of them sees it.
 *
 * @param property what differs: {@value #LABEL} or {@value #POLICY}
 */
record VolumeConflict(
    String property, ObjectKey pod, String value, ObjectKey other, String otherValue) {
  static final String LABEL = "SELinuxLabel";
  static final String POLICY = "SELinuxChangePolicy";

  /** The reason of the event. */
  String reason() {
    return property + "Conflict";
  }

  /** The message of the event, in upstream's words; does not name pods of other namespaces. */
  String message() {
    String end = ". If both pods land on the same node, only one of them may access the volume.";
    return pod.namespace().equals(other.namespace())
        ? "%s \"%s\" conflicts with pod %s that uses the same volume as this pod with %s \"%s\"%s"
            .formatted(property, value, other.name(), property, otherValue, end)
        : ("%s\"%s\" conflicts with another pod that uses the same volume as this pod with a"
                + " different %s%s")
            .formatted(property, value, property, end);
  }

  /** The same conflict as the other pod sees it. */
  VolumeConflict reversed() {
    return new VolumeConflict(property, other, otherValue, pod, value);
  }
}
