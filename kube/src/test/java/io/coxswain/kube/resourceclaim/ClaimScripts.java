package io.coxswain.kube.resourceclaim;

import static io.coxswain.kube.Cluster.key;

import io.coxswain.api.ApiException;
import io.coxswain.kube.Cluster;
import io.coxswain.sim.Simulation;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResultBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimConsumerReferenceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimStatus;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimTemplate;
import java.util.ArrayList;
import java.util.List;

/** A cluster with pods that use claims, and the scheduler that allocates them. */
final class ClaimScripts {
  private static final String SPEC =
      "{devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu.example.com}}]}}";

  final Cluster cluster;

  private ClaimScripts(Cluster cluster) {
    this.cluster = cluster;
  }

  interface Script {
    void run(ClaimScripts claims) throws Exception;
  }

  static Simulation with(String name, ResourceClaimOptions options, Script script) {
    return Cluster.with(
        name,
        m -> ResourceClaimController.register(m, options),
        cluster -> script.run(new ClaimScripts(cluster)));
  }

  void template(String name) throws ApiException {
    cluster.create(
        ResourceClaimTemplate.class,
        """
        metadata: {name: %s}
        spec: {metadata: {labels: {a: b}, annotations: {note: x}}, spec: %s}
        """
            .formatted(name, SPEC));
  }

  void claim(String name) throws ApiException {
    cluster.create(ResourceClaim.class, "metadata: {name: %s}\nspec: %s".formatted(name, SPEC));
  }

  /** A pod with entries such as {@code {name: gpu, resourceClaimTemplateName: t}}. */
  Pod pod(String name, String... entries) throws ApiException {
    return cluster.create(
        Pod.class,
        """
        metadata: {name: %s}
        spec:
          containers: [{name: c, image: x}]
          resourceClaims: [%s]
        """
            .formatted(name, String.join(", ", entries)));
  }

  Pod fetchPod(String name) throws ApiException {
    return cluster.world().objects().fetch(Pod.class, key(name));
  }

  ResourceClaim fetch(String name) throws ApiException {
    return cluster.world().objects().fetch(ResourceClaim.class, key(name));
  }

  List<ResourceClaim> all() throws ApiException {
    return cluster.world().objects().list(ResourceClaim.class, Cluster.NAMESPACE);
  }

  /** The names of the claims that the pod's status tells, in its order; empty for none. */
  List<String> told(String pod) throws ApiException {
    return fetchPod(pod).getStatus().getResourceClaimStatuses().stream()
        .map(s -> s.getResourceClaimName() == null ? "" : s.getResourceClaimName())
        .toList();
  }

  /** What a scheduler does when it has found devices: the finalizer, then the status. */
  void allocate(String name, Pod... users) throws ApiException {
    cluster
        .world()
        .objects()
        .edit(
            ResourceClaim.class,
            key(name),
            c -> c.getMetadata().setFinalizers(List.of(ResourceClaimPlan.PROTECTION)));
    ResourceClaim claim = fetch(name);
    var status = new ResourceClaimStatus();
    status.setAllocation(
        new AllocationResultBuilder()
            .withNewDevices()
            .addNewResult()
            .withRequest("gpu")
            .withDriver("gpu.example.com")
            .withPool("pool")
            .withDevice("gpu-0")
            .endResult()
            .endDevices()
            .build());
    status.setReservedFor(new ArrayList<>());
    for (Pod user : users) {
      status
          .getReservedFor()
          .add(
              new ResourceClaimConsumerReferenceBuilder()
                  .withResource("pods")
                  .withName(user.getMetadata().getName())
                  .withUid(user.getMetadata().getUid())
                  .build());
    }
    claim.setStatus(status);
    cluster.world().objects().updateStatus(claim);
  }
}
