package io.coxswain.kube.daemonset;

import io.coxswain.kube.common.PodTemplates;
import io.coxswain.kube.common.Pods;
import io.coxswain.kube.common.Taints;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.NodeAffinity;
import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.NodeSelectorBuilder;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Builds the pods of a DaemonSet, and reads node and revision of existing ones. */
final class DaemonPodFactory {
  static final String HASH = "controller-revision-hash";
  private static final String GENERATION = "pod-template-generation";
  private static final String GENERATION_OF_SET = "deprecated.daemonset.template.generation";
  private static final String NAME_FIELD = "metadata.name";

  private DaemonPodFactory() {}

  /** A pod that the scheduler can only bind to the given node. */
  static Pod build(DaemonSet set, String hash, String node) {
    Pod pod = PodTemplates.instantiate(set, set.getSpec().getTemplate());
    PodSpec spec = pod.getSpec();
    spec.setTolerations(tolerations(spec));
    bindTo(spec, node);
    Map<String, String> labels = new TreeMap<>();
    if (pod.getMetadata().getLabels() != null) {
      labels.putAll(pod.getMetadata().getLabels());
    }
    templateGeneration(set).ifPresent(g -> labels.put(GENERATION, Long.toString(g)));
    labels.put(HASH, hash);
    pod.getMetadata().setLabels(labels);
    return pod;
  }

  /** The tolerations of the pod, and those of every daemon pod for node conditions. */
  static List<Toleration> tolerations(PodSpec spec) {
    List<Toleration> tolerations =
        new ArrayList<>(spec.getTolerations() == null ? List.of() : spec.getTolerations());
    put(tolerations, Taints.NOT_READY, Taints.NO_EXECUTE);
    put(tolerations, Taints.UNREACHABLE, Taints.NO_EXECUTE);
    put(tolerations, "node.kubernetes.io/disk-pressure", Taints.NO_SCHEDULE);
    put(tolerations, "node.kubernetes.io/memory-pressure", Taints.NO_SCHEDULE);
    put(tolerations, "node.kubernetes.io/pid-pressure", Taints.NO_SCHEDULE);
    put(tolerations, "node.kubernetes.io/unschedulable", Taints.NO_SCHEDULE);
    if (Boolean.TRUE.equals(spec.getHostNetwork())) {
      put(tolerations, "node.kubernetes.io/network-unavailable", Taints.NO_SCHEDULE);
    }
    return tolerations;
  }

  /** A toleration that differs only in its duration is replaced. */
  private static void put(List<Toleration> tolerations, String key, String effect) {
    Toleration wanted =
        new TolerationBuilder().withKey(key).withOperator("Exists").withEffect(effect).build();
    for (int i = 0; i < tolerations.size(); i++) {
      Toleration present = tolerations.get(i);
      if (key.equals(present.getKey())
          && effect.equals(present.getEffect())
          && "Exists".equals(present.getOperator())
          && Objects.requireNonNullElse(present.getValue(), "").isEmpty()) {
        tolerations.set(i, wanted);
        return;
      }
    }
    tolerations.add(wanted);
  }

  /** Replaces the required terms, which have already selected the node. */
  private static void bindTo(PodSpec spec, String node) {
    if (spec.getAffinity() == null) {
      spec.setAffinity(new Affinity());
    }
    Affinity affinity = spec.getAffinity();
    if (affinity.getNodeAffinity() == null) {
      affinity.setNodeAffinity(new NodeAffinity());
    }
    affinity
        .getNodeAffinity()
        .setRequiredDuringSchedulingIgnoredDuringExecution(
            new NodeSelectorBuilder()
                .addNewNodeSelectorTerm()
                .addNewMatchField()
                .withKey(NAME_FIELD)
                .withOperator("In")
                .withValues(node)
                .endMatchField()
                .endNodeSelectorTerm()
                .build());
  }

  /** The node that a pod is bound to or intended for. */
  static Optional<String> target(Pod pod) {
    if (Pods.isAssigned(pod)) {
      return Optional.of(Pods.node(pod));
    }
    return Optional.ofNullable(pod.getSpec().getAffinity())
        .map(Affinity::getNodeAffinity)
        .map(NodeAffinity::getRequiredDuringSchedulingIgnoredDuringExecution)
        .map(NodeSelector::getNodeSelectorTerms)
        .flatMap(DaemonPodFactory::target);
  }

  private static Optional<String> target(List<NodeSelectorTerm> terms) {
    for (NodeSelectorTerm term : terms) {
      for (NodeSelectorRequirement field : term.getMatchFields()) {
        if (NAME_FIELD.equals(field.getKey()) && "In".equals(field.getOperator())) {
          return field.getValues().size() == 1
              ? Optional.of(field.getValues().getFirst())
              : Optional.empty();
        }
      }
    }
    return Optional.empty();
  }

  static String hash(Pod pod) {
    return label(pod, HASH);
  }

  /** Compares by hash, or by the generation that the API server assigns to each template. */
  static boolean isUpdated(DaemonSet set, String hash, Pod pod) {
    OptionalLong generation = templateGeneration(set);
    boolean sameGeneration =
        generation.isPresent()
            && label(pod, GENERATION).equals(Long.toString(generation.getAsLong()));
    return sameGeneration || (!hash.isEmpty() && hash.equals(hash(pod)));
  }

  private static String label(Pod pod, String key) {
    Map<String, String> labels = pod.getMetadata().getLabels();
    return labels == null ? "" : labels.getOrDefault(key, "");
  }

  private static OptionalLong templateGeneration(DaemonSet set) {
    Map<String, String> annotations = set.getMetadata().getAnnotations();
    String text = annotations == null ? null : annotations.get(GENERATION_OF_SET);
    try {
      return text == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(text));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }
}
