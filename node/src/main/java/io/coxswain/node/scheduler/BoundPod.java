package io.coxswain.node.scheduler;

import io.fabric8.kubernetes.api.model.Pod;
import java.math.BigDecimal;
import java.util.SortedMap;

/**
 * What placing others needs to know of a pod that has a node.
 *
 * @param controllerUid empty when nothing controls it
 */
record BoundPod(
    String uid, String node, String controllerUid, SortedMap<String, BigDecimal> requests) {

  static BoundPod of(Pod pod, String node) {
    return new BoundPod(
        pod.getMetadata().getUid(), node, Placement.controllerUid(pod), Requests.of(pod));
  }
}
