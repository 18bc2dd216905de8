package io.coxswain.kube.deployment;

import io.coxswain.api.ApiException;
import io.coxswain.kube.Cluster;
import io.coxswain.kube.replicaset.ReplicaSetController;
import io.coxswain.kube.replicaset.ReplicaSetOptions;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentSpec;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatus;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/** A Deployment named {@code web} as a test plays with it. */
final class Rollouts {
  private final Cluster cluster;

  Rollouts(Cluster cluster) {
    this.cluster = cluster;
  }

  static void register(Manager manager) {
    DeploymentController.register(manager, DeploymentOptions.byDefault());
    ReplicaSetController.register(manager, ReplicaSetOptions.byDefault());
  }

  /** Lines as they stand in a spec, such as {@code replicas: 3}. */
  Deployment create(String... lines) throws ApiException {
    return cluster.create(
        Deployment.class,
        """
        metadata: {name: web}
        spec:
          selector: {matchLabels: {app: web}}
          template:
            metadata: {labels: {app: web}}
            spec: {containers: [{name: c, image: "nginx:1"}]}
        """
            + String.join("", List.of(lines).stream().map(l -> "  " + l + "\n").toList()));
  }

  Deployment deployment() throws ApiException {
    return cluster.world().objects().fetch(Deployment.class, Cluster.key("web"));
  }

  DeploymentStatus status() throws ApiException {
    return deployment().getStatus();
  }

  void edit(Consumer<DeploymentSpec> edit) throws ApiException {
    cluster
        .world()
        .objects()
        .edit(Deployment.class, Cluster.key("web"), d -> edit.accept(d.getSpec()));
  }

  void image(String image) throws ApiException {
    edit(spec -> spec.getTemplate().getSpec().getContainers().getFirst().setImage(image));
  }

  /** The oldest first. */
  List<ReplicaSet> sets() throws ApiException {
    return cluster.world().objects().list(ReplicaSet.class, Cluster.NAMESPACE).stream()
        .sorted(Comparator.comparing(s -> Long.valueOf(DeploymentRevisions.of(s).orElse(0))))
        .toList();
  }

  String reason(String type) throws ApiException {
    return DeploymentConditions.find(status(), type).map(c -> c.getReason()).orElse("");
  }

  /** The kubelet: whatever is there becomes ready, until the condition holds. */
  void await(String what, Check condition) {
    cluster.await(
        what,
        () -> {
          for (Pod pod : cluster.activePods()) {
            if (pod.getStatus().getPhase().equals("Pending")) {
              cluster.ready(pod);
            }
          }
          return condition.holds();
        });
  }

  interface Check {
    boolean holds() throws ApiException;
  }

  /** All pods are of the present template, and there is nothing more to do. */
  void awaitComplete() {
    await(
        "the rollout is complete",
        () ->
            DeploymentStatuses.isComplete(deployment(), status())
                && reason(DeploymentConditions.PROGRESSING).equals(DeploymentConditions.COMPLETE));
  }
}
