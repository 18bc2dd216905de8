package io.coxswain.kube.common;

import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import java.util.ArrayList;
import java.util.List;

/** Which claims for volumes a pod uses. */
public final class VolumeClaims {
  private VolumeClaims() {}

  /** The names of all, also of those that are yet to be made for the pod. */
  public static List<String> usedBy(Pod pod) {
    var names = new ArrayList<String>();
    for (Volume volume : volumes(pod)) {
      if (volume.getPersistentVolumeClaim() != null) {
        names.add(volume.getPersistentVolumeClaim().getClaimName());
      } else if (volume.getEphemeral() != null) {
        names.add(ephemeralName(pod, volume));
      }
    }
    return names;
  }

  public static List<Volume> volumes(Pod pod) {
    return pod.getSpec().getVolumes() == null ? List.of() : pod.getSpec().getVolumes();
  }

  /** The name of the claim that is made for an ephemeral volume of the pod. */
  public static String ephemeralName(Pod pod, Volume volume) {
    return pod.getMetadata().getName() + "-" + volume.getName();
  }

  /** Whether a claim is the one that was made for an ephemeral volume of this very pod. */
  public static boolean isFor(Pod pod, PersistentVolumeClaim claim) {
    return pod.getMetadata().getNamespace().equals(claim.getMetadata().getNamespace())
        && Owners.isControlledBy(claim, pod);
  }
}
