package io.coxswain.kube.deployment;

import io.coxswain.api.Json;
import io.coxswain.api.Timestamps;
import io.coxswain.kube.common.PodTemplates;
import io.coxswain.runtime.client.Owners;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetBuilder;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Orders, finds and builds the ReplicaSets of a Deployment. */
final class ReplicaSets {
  static final Comparator<ReplicaSet> OLDEST_FIRST =
      Comparator.comparing(ReplicaSets::created).thenComparing(set -> set.getMetadata().getName());

  private static final int MAX_NAME_LENGTH = 253;

  private ReplicaSets() {}

  static Instant created(ReplicaSet set) {
    return Timestamps.parse(set.getMetadata().getCreationTimestamp()).orElse(Instant.EPOCH);
  }

  /** The set of the current template; the oldest if there are several. */
  static Optional<ReplicaSet> findNew(Deployment deployment, Collection<ReplicaSet> sets) {
    PodTemplateSpec template = deployment.getSpec().getTemplate();
    return sets.stream()
        .sorted(OLDEST_FIRST)
        .filter(set -> PodTemplates.same(set.getSpec().getTemplate(), template))
        .findFirst();
  }

  /** The sets with desired replicas. */
  static List<ReplicaSet> active(Collection<ReplicaSet> sets) {
    return sets.stream().filter(set -> SetSize.size(set) > 0).toList();
  }

  /** The sum of desired replicas. */
  static int total(Collection<ReplicaSet> sets) {
    return sets.stream().mapToInt(SetSize::size).sum();
  }

  /** A new set for the current template, without replicas and annotations. */
  static ReplicaSet build(Deployment deployment) {
    PodTemplateSpec template = Json.copy(deployment.getSpec().getTemplate());
    String hash = PodTemplates.hash(template, deployment.getStatus().getCollisionCount());
    Map<String, String> labels = PodTemplates.labels(template);
    labels.put(PodTemplates.HASH_LABEL, hash);
    if (template.getMetadata() == null) {
      template.setMetadata(new ObjectMeta());
    }
    template.getMetadata().setLabels(labels);
    ReplicaSet set =
        new ReplicaSetBuilder()
            .withNewMetadata()
            .withName(name(deployment.getMetadata().getName(), hash))
            .withNamespace(deployment.getMetadata().getNamespace())
            .withLabels(labels)
            .endMetadata()
            .withNewSpec()
            .withReplicas(0)
            .withMinReadySeconds(deployment.getSpec().getMinReadySeconds())
            .withSelector(withHash(deployment.getSpec().getSelector(), hash))
            .withTemplate(template)
            .endSpec()
            .build();
    Owners.add(set, Owners.controlledBy(deployment));
    return set;
  }

  /** Updates revision, annotations and minReadySeconds of the new set. */
  static void align(ReplicaSet set, Deployment deployment, long revision) {
    DeploymentRevisions.noteTemplate(set, deployment, revision);
    Integer minReadySeconds = deployment.getSpec().getMinReadySeconds();
    if (SetSize.orZero(set.getSpec().getMinReadySeconds()) != SetSize.orZero(minReadySeconds)) {
      set.getSpec().setMinReadySeconds(minReadySeconds);
    }
  }

  static void scale(ReplicaSet set, int replicas, Fenceposts bounds) {
    set.getSpec().setReplicas(replicas);
    DeploymentRevisions.noteSizes(set, bounds);
  }

  static String quotedName(ReplicaSet set) {
    return "\"" + set.getMetadata().getName() + "\"";
  }

  private static String name(String deployment, String hash) {
    int room = MAX_NAME_LENGTH - 1 - hash.length();
    return (deployment.length() > room ? deployment.substring(0, room) : deployment) + "-" + hash;
  }

  private static LabelSelector withHash(LabelSelector selector, String hash) {
    LabelSelector copy = Json.copy(selector);
    Map<String, String> labels = new TreeMap<>();
    if (copy.getMatchLabels() != null) {
      labels.putAll(copy.getMatchLabels());
    }
    labels.put(PodTemplates.HASH_LABEL, hash);
    copy.setMatchLabels(labels);
    return copy;
  }
}
