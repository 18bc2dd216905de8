package io.coxswain.kube.statefulset;

import io.coxswain.api.Timestamps;
import io.coxswain.kube.statefulset.StatefulSetRevisions.Revision;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSetSpec;
import io.fabric8.kubernetes.api.model.apps.StatefulSetStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/** A set named {@code web} and its pods as plain values. */
final class StatefulSetFixture {
  static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  static final StatefulSetRevisions REVISIONS =
      new StatefulSetRevisions(
          new Revision("web-old", template("img:1")), new Revision("web-new", template("img:2")));

  final StatefulSet set;
  final List<Pod> pods = new ArrayList<>();
  final NavigableMap<String, PersistentVolumeClaim> claims = new TreeMap<>();
  boolean severalAtOnce;

  private StatefulSetFixture(StatefulSet set) {
    this.set = set;
  }

  static StatefulSetFixture ofReplicas(int replicas) {
    return new StatefulSetFixture(
        new StatefulSetBuilder()
            .withNewMetadata()
            .withNamespace("ns")
            .withName("web")
            .withUid("set-uid")
            .withGeneration(1L)
            .endMetadata()
            .withNewSpec()
            .withReplicas(replicas)
            .withServiceName("web")
            .withPodManagementPolicy("OrderedReady")
            .withNewSelector()
            .withMatchLabels(Map.of("app", "web"))
            .endSelector()
            .withTemplate(template("img:2"))
            .withNewUpdateStrategy()
            .withType("RollingUpdate")
            .withNewRollingUpdate()
            .withPartition(0)
            .endRollingUpdate()
            .endUpdateStrategy()
            .endSpec()
            .withStatus(new StatefulSetStatus())
            .build());
  }

  static PodTemplateSpec template(String image) {
    return new PodTemplateSpecBuilder()
        .withNewMetadata()
        .withLabels(Map.of("app", "web"))
        .endMetadata()
        .withNewSpec()
        .withContainers(new ContainerBuilder().withName("c").withImage(image).build())
        .endSpec()
        .build();
  }

  StatefulSetFixture spec(Consumer<StatefulSetSpec> edit) {
    edit.accept(set.getSpec());
    return this;
  }

  StatefulSetFixture parallel() {
    return spec(s -> s.setPodManagementPolicy("Parallel"));
  }

  StatefulSetFixture partition(int partition) {
    return spec(s -> s.getUpdateStrategy().getRollingUpdate().setPartition(partition));
  }

  /** A claim template named {@code data}. */
  StatefulSetFixture claimTemplate() {
    return spec(
        s ->
            s.setVolumeClaimTemplates(
                List.of(
                    new PersistentVolumeClaimBuilder()
                        .withNewMetadata()
                        .withName("data")
                        .endMetadata()
                        .withNewSpec()
                        .endSpec()
                        .build())));
  }

  StatefulSetFixture retention(String whenScaled, String whenDeleted) {
    return spec(
        s -> {
          var policy =
              new io.fabric8.kubernetes.api.model.apps
                  .StatefulSetPersistentVolumeClaimRetentionPolicy();
          policy.setWhenScaled(whenScaled);
          policy.setWhenDeleted(whenDeleted);
          s.setPersistentVolumeClaimRetentionPolicy(policy);
        });
  }

  /** Adds a pod of the given revision that has been ready for a minute. */
  StatefulSetFixture ready(int ordinal, String revision) {
    return pod(ordinal, revision, "Running", true, pod -> {});
  }

  StatefulSetFixture pending(int ordinal, String revision) {
    return pod(ordinal, revision, "Pending", false, pod -> {});
  }

  StatefulSetFixture deleting(int ordinal, String revision) {
    return pod(
        ordinal,
        revision,
        "Running",
        true,
        pod -> pod.getMetadata().setDeletionTimestamp(Timestamps.format(NOW)));
  }

  StatefulSetFixture pod(
      int ordinal, String revision, String phase, boolean ready, Consumer<Pod> edit) {
    Pod pod = StatefulPodFactory.build(seen(), ordinal);
    pod.getMetadata().setUid("uid-" + ordinal);
    pod.getMetadata().getLabels().put(StatefulPodFactory.REVISION, revision);
    pod.setStatus(
        new PodStatusBuilder()
            .withPhase(phase)
            .withConditions(
                new PodConditionBuilder()
                    .withType("Ready")
                    .withStatus(ready ? "True" : "False")
                    .withLastTransitionTime(Timestamps.format(NOW.minusSeconds(60)))
                    .build())
            .build());
    edit.accept(pod);
    pods.add(pod);
    return this;
  }

  StatefulSetFixture claim(String name, Consumer<PersistentVolumeClaim> edit) {
    PersistentVolumeClaim claim =
        new PersistentVolumeClaimBuilder()
            .withNewMetadata()
            .withNamespace("ns")
            .withName(name)
            .endMetadata()
            .build();
    edit.accept(claim);
    claims.put(name, claim);
    return this;
  }

  StatefulSetObservation seen() {
    return new StatefulSetObservation(
        set, List.copyOf(pods), REVISIONS, claims, severalAtOnce, NOW);
  }

  /** What the plan does, such as {@code Create web-0}. */
  List<String> plan() {
    return StatefulSetPlan.of(seen()).actions().stream()
        .map(a -> a.getClass().getSimpleName() + " " + a.pod().getMetadata().getName())
        .toList();
  }
}
