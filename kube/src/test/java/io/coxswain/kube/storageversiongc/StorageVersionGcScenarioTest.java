package io.coxswain.kube.storageversiongc;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.spi.ApiFeatures;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.kube.Cluster;
import io.coxswain.sim.Fault;
import io.coxswain.sim.Network;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.Sweep;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StorageVersionGcScenarioTest {
  private static final String OLD = "apps/v1beta1";
  private static final String NEW = "apps/v1";

  private static Simulation simulation(String name, Cluster.Script script) {
    return Cluster.with(name, StorageVersionGcController::register, script)
        .server(
            ApiServerOptions.plain()
                .withFeatures(
                    ApiFeatures.DEFAULT.with(
                        "internal.apiserver.k8s.io/v1alpha1", ApiFeatures.STORAGE_VERSION_API)));
  }

  private static void start(Cluster cluster, String server) throws ApiException {
    lease(cluster, server, Map.of("apiserver.kubernetes.io/identity", "kube-apiserver"));
  }

  private static void lease(Cluster cluster, String name, Map<String, String> labels)
      throws ApiException {
    cluster
        .world()
        .objects()
        .create(
            new LeaseBuilder()
                .withNewMetadata()
                .withNamespace("kube-system")
                .withName(name)
                .withLabels(labels)
                .endMetadata()
                .withNewSpec()
                .endSpec()
                .build());
  }

  private static void end(Cluster cluster, String server) throws ApiException {
    cluster.delete(Lease.class, ObjectKey.of("kube-system", server), "Background");
  }

  /** What a new API server writes: its entry next to those of the others. */
  private static void store(Cluster cluster, String resource, Map<String, String> versions)
      throws ApiException {
    var version = new StorageVersion();
    version.getMetadata().setName(resource);
    StorageVersion made = cluster.world().objects().create(version);
    var status = new StorageVersionStatus();
    versions.forEach(
        (server, encoding) -> {
          var entry = new ServerStorageVersion();
          entry.setApiServerId(server);
          entry.setEncodingVersion(encoding);
          entry.setDecodableVersions(List.of(OLD, NEW));
          status.getStorageVersions().add(entry);
        });
    status.getStorageVersions().sort(Comparator.comparing(ServerStorageVersion::getApiServerId));
    status.setCommonEncodingVersion(
        versions.values().stream().distinct().count() == 1
            ? versions.values().iterator().next()
            : null);
    made.setStatus(status);
    cluster.world().objects().updateStatus(made);
  }

  private static Optional<StorageVersion> find(Cluster cluster, String resource)
      throws ApiException {
    return cluster.world().objects().find(StorageVersion.class, ObjectKey.of(resource));
  }

  private static List<String> servers(Cluster cluster, String resource) throws ApiException {
    return find(cluster, resource).stream()
        .flatMap(version -> StorageVersionPlan.servers(version).stream())
        .toList();
  }

  @Test
  void removesTheEntriesOfServersThatNoLongerExist() {
    simulation(
            "two servers",
            cluster -> {
              start(cluster, "a");
              start(cluster, "b");
              store(cluster, "apps.deployments", Map.of("a", OLD, "b", NEW));
              store(cluster, "apps.daemonsets", Map.of("a", OLD));
              cluster.world().run(Duration.ofMinutes(1));
              assertThat(servers(cluster, "apps.deployments")).containsExactly("a", "b");

              end(cluster, "a");

              cluster.await(
                  "the entry is removed",
                  () -> servers(cluster, "apps.deployments").equals(List.of("b")));
              cluster.await(
                  "without entries it is deleted",
                  () -> find(cluster, "apps.daemonsets").isEmpty());
              StorageVersionStatus status =
                  Objects.requireNonNull(
                      find(cluster, "apps.deployments").orElseThrow().getStatus());
              assertThat(status.getCommonEncodingVersion()).isEqualTo(NEW);
              assertThat(status.getConditions())
                  .singleElement()
                  .satisfies(
                      condition -> {
                        assertThat(condition.getType()).isEqualTo("AllEncodingVersionsEqual");
                        assertThat(condition.getStatus()).isEqualTo("True");
                        assertThat(condition.getReason()).isEqualTo("CommonEncodingVersionSet");
                      });
            })
        .network(Network.PROMPT)
        .run(1);
  }

  @Test
  void removesEntriesWithoutAnIdentityLeaseWhenTheyAreWritten() {
    simulation(
            "no lease",
            cluster -> {
              start(cluster, "a");
              lease(cluster, "scheduler", Map.of());

              store(cluster, "apps.deployments", Map.of("a", NEW, "scheduler", NEW, "x", OLD));

              cluster.await(
                  "only the server that exists is left",
                  () -> servers(cluster, "apps.deployments").equals(List.of("a")));
              cluster.world().awaitSilence(Duration.ofSeconds(10));
            })
        .network(Network.PROMPT)
        .run(1);
  }

  private static final Simulation TWO_SERVERS =
      simulation(
          "servers end one after another",
          cluster -> {
            for (String server : List.of("a", "b", "c")) {
              start(cluster, server);
            }
            store(cluster, "apps.deployments", Map.of("a", OLD, "b", NEW, "c", NEW));
            store(cluster, "apps.daemonsets", Map.of("a", OLD, "b", NEW));
            end(cluster, "a");
            cluster.await(
                "the entry is removed",
                () -> servers(cluster, "apps.deployments").equals(List.of("b", "c")));
            end(cluster, "b");
            cluster.await(
                "one is left",
                () ->
                    servers(cluster, "apps.deployments").equals(List.of("c"))
                        && find(cluster, "apps.daemonsets").isEmpty());
          });

  @ParameterizedTest
  @EnumSource(Fault.class)
  void keepsTheEntriesOfLivingServersWithAFaultAtAnyWrite(Fault fault) {
    var summary = Sweep.of(TWO_SERVERS, Cluster.KCM).seed(3).faults(fault).run();
    assertThat(summary.writes()).isGreaterThanOrEqualTo(4);
  }
}
