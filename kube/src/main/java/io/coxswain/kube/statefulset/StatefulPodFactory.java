package io.coxswain.kube.statefulset;

import io.coxswain.api.Json;
import io.coxswain.kube.common.PodTemplates;
import io.coxswain.kube.statefulset.StatefulSetRevisions.Revision;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Builds pods and claims of a set, and checks whether existing pods match. */
final class StatefulPodFactory {
  static final String REVISION = "controller-revision-hash";
  private static final String POD_NAME = "statefulset.kubernetes.io/pod-name";
  private static final String POD_INDEX = "apps.kubernetes.io/pod-index";

  private StatefulPodFactory() {}

  static Pod build(StatefulSetObservation seen, int ordinal) {
    StatefulSet set = seen.set();
    Revision revision = revisionFor(seen, ordinal);
    Pod pod = PodTemplates.instantiate(set, revision.template());
    pod.getMetadata().setName(seen.ordinals().podName(ordinal));
    giveIdentity(set, pod);
    pod.getMetadata().getLabels().put(REVISION, revision.name());
    pod.getSpec().setHostname(pod.getMetadata().getName());
    String service = set.getSpec().getServiceName();
    pod.getSpec().setSubdomain(service == null || service.isEmpty() ? null : service);
    giveStorage(set, pod);
    return pod;
  }

  /** Below the partition, a pod is recreated with the current revision. */
  private static Revision revisionFor(StatefulSetObservation seen, int ordinal) {
    var strategy = seen.set().getSpec().getUpdateStrategy();
    var status = seen.set().getStatus();
    int kept;
    if (strategy.getRollingUpdate() != null) {
      kept = RollingUpdate.partition(seen);
    } else if ("RollingUpdate".equals(strategy.getType()) && status != null) {
      kept = status.getCurrentReplicas() == null ? 0 : status.getCurrentReplicas();
    } else {
      kept = 0;
    }
    boolean current = ordinal < seen.ordinals().start() + kept;
    return current ? seen.revisions().current() : seen.revisions().update();
  }

  static String revision(Pod pod) {
    Map<String, String> labels = pod.getMetadata().getLabels();
    return labels == null ? "" : labels.getOrDefault(REVISION, "");
  }

  static boolean hasIdentity(StatefulSet set, Pod pod) {
    Ordinals ordinals = Ordinals.of(set);
    String name = pod.getMetadata().getName();
    Map<String, String> labels = pod.getMetadata().getLabels();
    return ordinals.isMember(pod)
        && name.equals(ordinals.podName(Ordinals.of(pod)))
        && labels != null
        && name.equals(labels.get(POD_NAME));
  }

  static void giveIdentity(StatefulSet set, Pod pod) {
    int ordinal = Ordinals.of(pod);
    Map<String, String> labels = new TreeMap<>();
    if (pod.getMetadata().getLabels() != null) {
      labels.putAll(pod.getMetadata().getLabels());
    }
    labels.put(POD_NAME, Ordinals.of(set).podName(ordinal));
    labels.put(POD_INDEX, Integer.toString(ordinal));
    pod.getMetadata().setLabels(labels);
  }

  /** Whether each claim template has its volume. */
  static boolean hasStorage(StatefulSet set, Pod pod) {
    Map<String, Volume> present = new TreeMap<>();
    volumes(pod).forEach(v -> present.put(v.getName(), v));
    for (Volume wanted : claimVolumes(set, Ordinals.of(pod))) {
      Volume volume = present.get(wanted.getName());
      if (volume == null
          || volume.getPersistentVolumeClaim() == null
          || !wanted
              .getPersistentVolumeClaim()
              .getClaimName()
              .equals(volume.getPersistentVolumeClaim().getClaimName())) {
        return false;
      }
    }
    return true;
  }

  /** Puts the volumes of claims first; they replace others with the same name. */
  static void giveStorage(StatefulSet set, Pod pod) {
    List<Volume> volumes = new ArrayList<>(claimVolumes(set, Ordinals.of(pod)));
    List<String> taken = volumes.stream().map(Volume::getName).toList();
    volumes(pod).stream().filter(v -> !taken.contains(v.getName())).forEach(volumes::add);
    pod.getSpec().setVolumes(volumes);
  }

  private static List<Volume> volumes(Pod pod) {
    return pod.getSpec().getVolumes() == null ? List.of() : pod.getSpec().getVolumes();
  }

  private static List<Volume> claimVolumes(StatefulSet set, int ordinal) {
    Ordinals ordinals = Ordinals.of(set);
    return claimTemplates(set).stream()
        .map(template -> template.getMetadata().getName())
        .map(
            name ->
                new VolumeBuilder()
                    .withName(name)
                    .withNewPersistentVolumeClaim()
                    .withClaimName(ordinals.claimName(name, ordinal))
                    .endPersistentVolumeClaim()
                    .build())
        .toList();
  }

  static List<PersistentVolumeClaim> claimTemplates(StatefulSet set) {
    List<PersistentVolumeClaim> templates = set.getSpec().getVolumeClaimTemplates();
    return templates == null ? List.of() : templates;
  }

  /** The claims of a pod to create. */
  static List<PersistentVolumeClaim> claims(StatefulSet set, Pod pod) {
    return claimTemplates(set).stream()
        .map(template -> claim(set, template, Ordinals.of(pod)))
        .toList();
  }

  private static PersistentVolumeClaim claim(
      StatefulSet set, PersistentVolumeClaim template, int ordinal) {
    PersistentVolumeClaim claim = Json.copy(template);
    var metadata = claim.getMetadata();
    Map<String, String> labels = new TreeMap<>();
    if (metadata.getLabels() != null) {
      labels.putAll(metadata.getLabels());
    }
    if (set.getSpec().getSelector().getMatchLabels() != null) {
      labels.putAll(set.getSpec().getSelector().getMatchLabels());
    }
    metadata.setLabels(labels);
    metadata.setName(Ordinals.of(set).claimName(metadata.getName(), ordinal));
    metadata.setNamespace(set.getMetadata().getNamespace());
    return claim;
  }
}
