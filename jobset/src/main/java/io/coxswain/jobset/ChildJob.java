package io.coxswain.jobset;

import static java.util.Objects.requireNonNullElse;

import io.coxswain.api.Json;
import io.coxswain.api.jobset.JobSetStatus;
import io.coxswain.api.jobset.ReplicatedJob;
import io.coxswain.api.jobset.VolumeClaimPolicy;
import io.coxswain.jobset.label.Keys;
import io.coxswain.runtime.client.Owners;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpec;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes one Job of a group, as it is to be created. */
final class ChildJob {
  private final DesiredJobSet wanted;
  private final ReplicatedJob replicated;
  private final int index;
  private final String name;

  private ChildJob(DesiredJobSet wanted, ReplicatedJob replicated, int index) {
    this.wanted = wanted;
    this.replicated = replicated;
    this.index = index;
    this.name = wanted.jobName(replicated, index);
  }

  static Job of(
      DesiredJobSet wanted,
      ReplicatedJob replicated,
      int index,
      JobSetStatus status,
      Features features) {
    return new ChildJob(wanted, replicated, index).build(status, features);
  }

  private Job build(JobSetStatus status, Features features) {
    Map<String, String> keys = keys(status, features);
    ObjectMeta template = metadata(replicated.getTemplate().getMetadata());
    Map<String, String> annotations = union(template.getAnnotations(), union(keys, placement()));
    var job = new Job();
    job.setMetadata(
        new ObjectMetaBuilder()
            .withName(name)
            .withNamespace(wanted.namespace())
            .withLabels(union(template.getLabels(), keys))
            .withAnnotations(annotations)
            .withOwnerReferences(Owners.controlledBy(wanted.object()))
            .build());
    JobSpec spec = Json.copy(replicated.getTemplate().getSpec());
    spec.setSuspend(wanted.suspended());
    pods(spec.getTemplate(), keys);
    if (annotations.containsKey(Keys.EXCLUSIVE_TOPOLOGY)
        && annotations.containsKey(Keys.NODE_SELECTOR)) {
      bindToLabelledNodes(spec.getTemplate().getSpec());
    }
    job.setSpec(spec);
    return job;
  }

  private void pods(PodTemplateSpec template, Map<String, String> keys) {
    ObjectMeta meta = metadata(template.getMetadata());
    meta.setLabels(union(meta.getLabels(), keys));
    meta.setAnnotations(union(meta.getAnnotations(), union(keys, placement())));
    template.setMetadata(meta);
    PodSpec pod = template.getSpec();
    if (wanted.dnsHostnames()) {
      pod.setSubdomain(wanted.serviceName());
    }
    mountClaims(pod);
  }

  /** What is written both as label and as annotation, on the Job and on its pods. */
  private Map<String, String> keys(JobSetStatus status, Features features) {
    var keys = new LinkedHashMap<String, String>();
    keys.put(Keys.JOBSET_NAME, wanted.name());
    keys.put(Keys.JOBSET_UID, requireNonNullElse(wanted.object().getMetadata().getUid(), ""));
    keys.put(Keys.REPLICATED_JOB_NAME, replicated.getName());
    keys.put(Keys.REPLICATED_JOB_REPLICAS, text(DesiredJobSet.replicas(replicated)));
    keys.put(Keys.GLOBAL_REPLICAS, text(wanted.totalReplicas()));
    keys.put(Keys.JOB_INDEX, text(index));
    keys.put(Keys.JOB_GLOBAL_INDEX, text(wanted.replicasBefore(replicated, false) + index));
    keys.put(Keys.JOB_KEY, jobKey(wanted.namespace(), name));
    keys.put(Keys.GROUP_NAME, DesiredJobSet.groupName(replicated));
    keys.put(Keys.GROUP_REPLICAS, text(wanted.groupReplicas(replicated)));
    keys.put(Keys.JOB_GROUP_INDEX, text(wanted.replicasBefore(replicated, true) + index));
    keys.put(Keys.RESTART_ATTEMPT, text(status.getRestarts()));
    if (features.restartJob()) {
      keys.put(
          Keys.JOB_RESTART_ATTEMPT,
          text(JobRestarts.of(wanted, status, replicated.getName()).get(index)));
    }
    wanted.coordinatorEndpoint().ifPresent(endpoint -> keys.put(Keys.COORDINATOR, endpoint));
    return keys;
  }

  /** Annotations of exclusive placement; those of the group replace those of the JobSet. */
  private Map<String, String> placement() {
    var placement = new LinkedHashMap<String, String>();
    copyPlacement(wanted.object().getMetadata(), placement);
    copyPlacement(metadata(replicated.getTemplate().getMetadata()), placement);
    return placement;
  }

  private static void copyPlacement(ObjectMeta from, Map<String, String> into) {
    Map<String, String> annotations = requireNonNullElse(from.getAnnotations(), Map.of());
    String topology = annotations.get(Keys.EXCLUSIVE_TOPOLOGY);
    if (topology == null) {
      return;
    }
    into.put(Keys.EXCLUSIVE_TOPOLOGY, topology);
    String strategy = annotations.get(Keys.NODE_SELECTOR);
    if (strategy != null) {
      into.put(Keys.NODE_SELECTOR, strategy);
    }
  }

  private void bindToLabelledNodes(PodSpec pod) {
    pod.setNodeSelector(
        union(pod.getNodeSelector(), Map.of(Keys.NAMESPACED_JOB, wanted.namespace() + "_" + name)));
    var tolerations =
        new ArrayList<Toleration>(requireNonNullElse(pod.getTolerations(), List.of()));
    tolerations.add(
        new TolerationBuilder()
            .withKey(Keys.NO_SCHEDULE_TAINT)
            .withOperator("Exists")
            .withEffect("NoSchedule")
            .build());
    pod.setTolerations(tolerations);
  }

  private void mountClaims(PodSpec pod) {
    for (VolumeClaimPolicy policy : wanted.volumeClaimPolicies()) {
      for (PersistentVolumeClaim claim : policy.getTemplates()) {
        String template = claim.getMetadata().getName();
        if (mounts(pod, template)) {
          var volumes = new ArrayList<>(pod.getVolumes());
          volumes.add(
              new VolumeBuilder()
                  .withName(template)
                  .withNewPersistentVolumeClaim()
                  .withClaimName(wanted.claimName(template))
                  .endPersistentVolumeClaim()
                  .build());
          pod.setVolumes(volumes);
        }
      }
    }
  }

  /** Whether some container mounts a volume of that name. */
  static boolean mounts(PodSpec pod, String volume) {
    return Stream.of(pod.getContainers(), pod.getInitContainers())
        .flatMap(List::stream)
        .map(Container::getVolumeMounts)
        .flatMap(List::stream)
        .anyMatch(mount -> mount.getName().equals(volume));
  }

  /** Names the Job in a label value: SHA-1 of its namespace and name. */
  static String jobKey(String namespace, String name) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-1")
              .digest((namespace + "/" + name).getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Both maps, the second winning. */
  static Map<String, String> union(
      @Nullable Map<String, String> first, Map<String, String> second) {
    var union = new LinkedHashMap<String, String>();
    if (first != null) {
      union.putAll(first);
    }
    union.putAll(second);
    return union;
  }

  private static ObjectMeta metadata(@Nullable ObjectMeta metadata) {
    return requireNonNullElse(metadata, new ObjectMeta());
  }

  private static String text(int number) {
    return Integer.toString(number);
  }
}
