package io.coxswain.kube.services;

import io.coxswain.api.ApiException;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.Timestamps;
import io.coxswain.kube.Cluster;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeStatusBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import io.fabric8.kubernetes.api.model.PodIPBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.discovery.v1.Endpoint;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import java.util.List;
import java.util.Map;

/** Nodes, pods with addresses, and services, as tests of endpoints need them. */
public record ServiceCluster(Cluster cluster) {

  public void node(String name, String zone, int cpus) throws ApiException {
    Node node =
        cluster.create(
            Node.class,
            """
            metadata: {name: %s, labels: {topology.kubernetes.io/zone: %s}}
            """
                .formatted(name, zone));
    node.setStatus(
        new NodeStatusBuilder()
            .addToAllocatable("cpu", new Quantity(Integer.toString(cpus)))
            .addNewCondition()
            .withType("Ready")
            .withStatus("True")
            .endCondition()
            .build());
    cluster.world().objects().updateStatus(node);
  }

  public Service service(String spec) throws ApiException {
    return cluster.create(
        Service.class,
        """
        metadata: {name: s, labels: {l: "1"}}
        spec: %s
        """
            .formatted(spec));
  }

  /** A pod that is ready, with the n-th address. */
  public Pod pod(String name, int n, String node) throws ApiException {
    Pod pod =
        cluster.create(
            Pod.class,
            """
            metadata: {name: %s, labels: {app: a}}
            spec:
              nodeName: %s
              containers: [{name: c, image: x, ports: [{name: http, containerPort: 8080}]}]
            """
                .formatted(name, node));
    ready(pod, n, true);
    return pod;
  }

  public void ready(Pod pod, int n, boolean ready) throws ApiException {
    String ip = "10.1." + n / 250 + "." + (n % 250 + 1);
    String now = Timestamps.format(cluster.world().now());
    cluster.setStatus(
        pod,
        status -> {
          status.setPhase("Running");
          status.setPodIP(ip);
          status.setPodIPs(List.of(new PodIPBuilder().withIp(ip).build()));
          status.setConditions(
              List.of(
                  new PodConditionBuilder()
                      .withType("Ready")
                      .withStatus(ready ? "True" : "False")
                      .withLastTransitionTime(now)
                      .build()));
        });
  }

  /** The slices of the service by name. */
  public List<EndpointSlice> slices() throws ApiException {
    return cluster.world().objects().list(EndpointSlice.class, Cluster.NAMESPACE).stream()
        .filter(
            s ->
                LabelSelector.of(Map.of("kubernetes.io/service-name", "s"))
                    .test(s.getMetadata().getLabels()))
        .toList();
  }

  public List<Endpoint> endpoints() throws ApiException {
    return slices().stream()
        .filter(s -> s.getEndpoints() != null)
        .flatMap(s -> s.getEndpoints().stream())
        .toList();
  }

  /** The names of the pods in slices, sorted. */
  public List<String> podsInSlices() throws ApiException {
    return endpoints().stream().map(e -> e.getTargetRef().getName()).sorted().toList();
  }
}
