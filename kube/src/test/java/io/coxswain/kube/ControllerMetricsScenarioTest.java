package io.coxswain.kube;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.kube.host.controllers.Descriptors;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.runtime.manager.ManagerBuilder;
import io.coxswain.runtime.metrics.Metrics;
import io.coxswain.sim.Network;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EndpointSubset;
import io.fabric8.kubernetes.api.model.Endpoints;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodIP;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The controllers count what they do in upstream's metrics. */
class ControllerMetricsScenarioTest {
  private interface Script {
    void run(World world, AtomicReference<Metrics> metrics) throws Exception;
  }

  private static void play(String name, String controller, Script script) {
    var metrics = new AtomicReference<Metrics>();
    Simulation.named(name)
        .network(Network.PROMPT)
        .process(
            Cluster.KCM,
            env -> {
              ManagerBuilder builder = Manager.builder(env);
              metrics.set(builder.metrics());
              Manager manager = builder.build();
              Descriptors.all().stream()
                  .filter(each -> each.name().equals(controller))
                  .forEach(each -> each.findRegistration().orElseThrow().accept(manager));
              manager.run();
            })
        .script(world -> script.run(world, metrics))
        .run(1);
  }

  private static String text(AtomicReference<Metrics> metrics) {
    return new String(Objects.requireNonNull(metrics.get()).scrape(), StandardCharsets.UTF_8);
  }

  private static Container container() {
    return new ContainerBuilder().withName("c").withImage("i").build();
  }

  @Test
  void countsJobsAndTheirPods() {
    play(
        "jobs",
        "job-controller",
        (world, metrics) -> {
          world
              .objects()
              .create(
                  new JobBuilder()
                      .withNewMetadata()
                      .withNamespace("default")
                      .withName("j")
                      .endMetadata()
                      .withNewSpec()
                      .withNewTemplate()
                      .withSpec(
                          new PodSpecBuilder()
                              .withRestartPolicy("Never")
                              .withContainers(container())
                              .build())
                      .endTemplate()
                      .endSpec()
                      .build());
          world.await("a pod", () -> !world.objects().list(Pod.class, "default").isEmpty());
          Pod pod = world.objects().list(Pod.class, "default").getFirst();
          pod.getStatus().setPhase("Succeeded");
          world.objects().updateStatus(pod);
          world.await(
              "the end",
              () ->
                  world.objects().fetch(Job.class, Cluster.key("j")).getStatus().getCompletionTime()
                      != null);
          world.run(Duration.ofSeconds(5));

          assertThat(text(metrics))
              .contains(
                  "job_controller_jobs_finished_total{completion_mode=\"NonIndexed\",reason=\"CompletionsReached\",result=\"succeeded\"}"
                      + " 1.0\n")
              .contains(
                  "job_controller_job_pods_finished_total{completion_mode=\"NonIndexed\",result=\"succeeded\"}"
                      + " 1.0\n")
              .contains(
                  "job_controller_job_pods_creation_total{reason=\"new\",status=\"succeeded\"}"
                      + " 1.0\n")
              .contains(
                  "job_controller_terminated_pods_tracking_finalizer_total{event=\"add\"} 1.0\n")
              .contains(
                  "job_controller_terminated_pods_tracking_finalizer_total{event=\"delete\"} 1.0\n")
              .contains(
                  "job_controller_job_syncs_total{action=\"pods_created\",completion_mode=\"NonIndexed\",result=\"succeeded\"}"
                      + " 1.0\n");
        });
  }

  @Test
  void countsEndpointSlices() {
    play(
        "slices",
        "endpointslice-controller",
        (world, metrics) -> {
          Cluster.of(world).create(Node.class, "metadata: {name: n}");
          service(world, "{app: web}");
          for (String name : List.of("a", "b")) {
            pod(world, name);
          }
          world.run(Duration.ofSeconds(5));
          assertThat(text(metrics))
              .contains("endpoint_slice_controller_endpoints_desired 2.0\n")
              .contains("endpoint_slice_controller_num_endpoint_slices 1.0\n")
              .contains("endpoint_slice_controller_desired_endpoint_slices 1.0\n")
              .contains("endpoint_slice_controller_endpoints_added_per_sync_sum 2.0\n")
              .contains("endpoint_slice_controller_changes{operation=\"create\"} 1.0\n")
              .contains("# TYPE endpoint_slice_controller_changes counter\n")
              .containsPattern("endpoint_slice_controller_syncs\\{result=\"success\"} [1-9]")
              .contains(
                  "endpoint_slice_controller_services_count_by_traffic_distribution"
                      + "{traffic_distribution=\"PreferClose\"} 1.0\n")
              .contains(
                  "endpoint_slice_controller_endpointslices_changed_per_sync_sum"
                      + "{topology=\"Disabled\",traffic_distribution=\"PreferClose\"}");

          Cluster.of(world).remove(world.objects().fetch(Pod.class, Cluster.key("a")));
          world.run(Duration.ofSeconds(5));
          assertThat(text(metrics))
              .contains("endpoint_slice_controller_endpoints_desired 1.0\n")
              .contains("endpoint_slice_controller_endpoints_removed_per_sync_sum 1.0\n");

          world.objects().delete(Service.class, Cluster.key("s"));
          world.run(Duration.ofSeconds(5));
          assertThat(text(metrics))
              .contains("endpoint_slice_controller_num_endpoint_slices 0.0\n")
              .doesNotContain("services_count_by_traffic_distribution{");
        });
  }

  private static void service(World world, String selector) throws Exception {
    Cluster.of(world)
        .create(
            Service.class,
            """
            metadata: {name: s}
            spec: {selector: %s, trafficDistribution: PreferClose, ports: [{port: 80}]}
            """
                .formatted(selector));
  }

  private static void pod(World world, String name) throws Exception {
    Pod pod =
        Cluster.of(world)
            .create(
                Pod.class,
                """
                metadata: {name: %s, labels: {app: web}}
                spec: {nodeName: n, containers: [{name: c, image: i}]}
                """
                    .formatted(name));
    Cluster.of(world)
        .setStatus(
            pod,
            status -> {
              status.setPodIP("10.0.0." + (name.charAt(0) - 'a' + 1));
              status.setPodIPs(List.of(new PodIP(status.getPodIP())));
            });
  }

  @Test
  void countsMirroredEndpointSlices() {
    play(
        "mirrors",
        "endpointslice-mirroring-controller",
        (world, metrics) -> {
          service(world, "null");
          Cluster.of(world)
              .create(
                  Endpoints.class,
                  """
                  metadata: {name: s}
                  subsets: [{ports: [{port: 80}], addresses: [{ip: 10.0.0.1}, {ip: 10.0.0.2}]}]
                  """);
          world.run(Duration.ofSeconds(5));
          assertThat(text(metrics))
              .contains("endpoint_slice_mirroring_controller_endpoints_desired 2.0\n")
              .contains("endpoint_slice_mirroring_controller_num_endpoint_slices 1.0\n")
              .contains("endpoint_slice_mirroring_controller_desired_endpoint_slices 1.0\n")
              .contains("endpoint_slice_mirroring_controller_endpoints_added_per_sync_sum 2.0\n")
              .contains("endpoint_slice_mirroring_controller_changes{operation=\"create\"} 1.0\n")
              .containsPattern(
                  "endpoint_slice_mirroring_controller_endpoints_sync_duration_count [1-9]");

          world
              .objects()
              .edit(
                  Endpoints.class,
                  Cluster.key("s"),
                  e -> {
                    EndpointSubset subset = e.getSubsets().getFirst();
                    subset.setNotReadyAddresses(List.of(subset.getAddresses().getFirst()));
                    subset.setAddresses(List.of());
                  });
          world.run(Duration.ofSeconds(5));
          assertThat(text(metrics))
              .contains("endpoint_slice_mirroring_controller_endpoints_updated_per_sync_sum 1.0\n")
              .contains("endpoint_slice_mirroring_controller_endpoints_removed_per_sync_sum 1.0\n")
              .contains("endpoint_slice_mirroring_controller_changes{operation=\"update\"} 1.0\n")
              .contains("endpoint_slice_mirroring_controller_addresses_skipped_per_sync_sum 0.0\n");

          world.objects().delete(Endpoints.class, Cluster.key("s"));
          world.run(Duration.ofSeconds(5));
          assertThat(text(metrics))
              .contains("endpoint_slice_mirroring_controller_endpoints_desired 0.0\n");
        });
  }

  @Test
  void countsNodesByZone() {
    play(
        "nodes",
        "node-lifecycle-controller",
        (world, metrics) -> {
          var node = new Node();
          node.setMetadata(
              new ObjectMetaBuilder()
                  .withName("n")
                  .withLabels(
                      Map.of(
                          "topology.kubernetes.io/region", "r", "topology.kubernetes.io/zone", "z"))
                  .build());
          world.objects().create(node);
          world.run(Duration.ofSeconds(30));

          assertThat(text(metrics))
              .containsPattern("node_collector_zone_size\\{zone=\"r:.:z\"} 1\\.0\n")
              .contains("node_collector_update_all_nodes_health_duration_seconds_count");
        });
  }

  @Test
  void countsClaimsByState() {
    play(
        "claims",
        "persistentvolume-binder-controller",
        (world, metrics) -> {
          world
              .objects()
              .create(
                  new PersistentVolumeClaimBuilder()
                      .withNewMetadata()
                      .withNamespace("default")
                      .withName("c")
                      .endMetadata()
                      .withNewSpec()
                      .withStorageClassName("s")
                      .withAccessModes(List.of("ReadWriteOnce"))
                      .withNewResources()
                      .withRequests(Map.of("storage", new Quantity("1Gi")))
                      .endResources()
                      .endSpec()
                      .build());
          world.run(Duration.ofSeconds(5));

          assertThat(text(metrics))
              .contains(
                  "pv_collector_unbound_pvc_count{namespace=\"default\",storage_class=\"s\",volume_attributes_class=\"\"}"
                      + " 1.0\n");
        });
  }

  @Test
  void measuresTheDeletionOfStorage() {
    play(
        "storage",
        "persistentvolume-binder-controller",
        (world, metrics) -> {
          var cluster = Cluster.of(world);
          cluster.create(
              PersistentVolume.class,
              """
              metadata: {name: v}
              spec:
                capacity: {storage: 1Gi}
                accessModes: [ReadWriteOnce]
                storageClassName: s
                persistentVolumeReclaimPolicy: Delete
                claimRef: {kind: PersistentVolumeClaim, namespace: default, name: c, uid: gone}
                hostPath: {path: /data}
              """);
          world.run(Duration.ofSeconds(5));

          assertThat(text(metrics))
              .contains(
                  "storage_operation_duration_seconds_count{migrated=\"false\",operation_name=\"volume_delete\",status=\"fail-unknown\",volume_plugin=\"kubernetes.io/host-path\"}")
              .doesNotContain("volume_operation_total_seconds_count");
        });
  }
}
