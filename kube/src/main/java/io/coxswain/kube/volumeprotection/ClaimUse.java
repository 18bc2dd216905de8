package io.coxswain.kube.volumeprotection;

import io.coxswain.api.ApiException;
import io.coxswain.kube.common.Klog;
import io.coxswain.kube.common.PodIndexes;
import io.coxswain.kube.common.VolumeClaims;
import io.coxswain.runtime.client.Reader;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;

/** Whether pods use a claim. A pod that is not bound does not use it: it can still be rejected. */
final class ClaimUse {
  private static final Klog log = Klog.of("persistentvolumeclaim-protection-controller");

  private final Reader client;

  ClaimUse(Reader client) {
    this.client = client;
  }

  boolean isUsed(PersistentVolumeClaim claim) throws ApiException {
    String namespace = claim.getMetadata().getNamespace();
    String key = namespace + "/" + claim.getMetadata().getName();
    for (Pod pod : client.list(Pod.class).by(PodIndexes.BY_CLAIM, key).toList()) {
      if (uses(pod, claim)) {
        log.info(2, "Pod uses PVC", "pod", pod, "PVC", claim);
        return true;
      }
    }
    for (Pod pod : client.live().list(Pod.class).in(namespace).toList()) {
      if (uses(pod, claim)) {
        log.info(2, "Pod uses PVC", "pod", pod, "PVC", claim);
        return true;
      }
    }
    log.info(2, "PVC is unused", "PVC", claim);
    return false;
  }

  private static boolean uses(Pod pod, PersistentVolumeClaim claim) {
    if (!isBound(pod)) {
      return false;
    }
    String name = claim.getMetadata().getName();
    return VolumeClaims.volumes(pod).stream()
        .anyMatch(
            volume ->
                volume.getPersistentVolumeClaim() != null
                    ? name.equals(volume.getPersistentVolumeClaim().getClaimName())
                    : volume.getEphemeral() != null
                        && !isShutDown(pod)
                        && name.equals(VolumeClaims.ephemeralName(pod, volume))
                        && VolumeClaims.isFor(pod, claim));
  }

  static boolean isBound(Pod pod) {
    String node = pod.getSpec().getNodeName();
    return node != null && !node.isEmpty();
  }

  /** Whether the kubelet has stopped the pod: it is terminating without a grace period. */
  static boolean isShutDown(Pod pod) {
    Long grace = pod.getMetadata().getDeletionGracePeriodSeconds();
    return pod.getMetadata().getDeletionTimestamp() != null && grace != null && grace == 0;
  }
}
