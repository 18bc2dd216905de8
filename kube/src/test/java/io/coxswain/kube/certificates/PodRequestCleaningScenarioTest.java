package io.coxswain.kube.certificates;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ApiException;
import io.coxswain.apiserver.spi.ApiFeatures;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.kube.Cluster;
import io.coxswain.sim.Fault;
import io.coxswain.sim.Network;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.Sweep;
import io.fabric8.kubernetes.api.model.certificates.v1beta1.PodCertificateRequest;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PodRequestCleaningScenarioTest {
  private static final ApiFeatures SERVED =
      ApiFeatures.DEFAULT.with("certificates.k8s.io/v1beta1", ApiFeatures.POD_CERTIFICATE_REQUEST);

  private static Simulation simulation(String name, Cluster.Script script) {
    return Cluster.with(name, CertificateControllers::registerPodRequestCleaning, script)
        .server(ApiServerOptions.plain().withFeatures(SERVED));
  }

  private static void create(Cluster cluster, String name) throws ApiException {
    cluster.world().objects().create(PodCertificateRequests.named(name));
  }

  private static List<String> names(Cluster cluster) throws ApiException {
    return cluster.world().objects().list(PodCertificateRequest.class, Cluster.NAMESPACE).stream()
        .map(request -> request.getMetadata().getName())
        .toList();
  }

  @Test
  void deletesRequestsAfter15Minutes() {
    simulation(
            "old requests",
            cluster -> {
              create(cluster, "first");
              cluster.world().run(Duration.ofMinutes(10));
              create(cluster, "second");

              cluster.world().run(Duration.ofMinutes(4));
              assertThat(names(cluster)).containsExactly("first", "second");
              cluster.world().run(Duration.ofMinutes(2));
              assertThat(names(cluster)).containsExactly("second");
              cluster.world().run(Duration.ofMinutes(10));
              assertThat(names(cluster)).isEmpty();
            })
        .network(Network.PROMPT)
        .run(1);
  }

  private static final Simulation SEVERAL =
      simulation(
          "several requests",
          cluster -> {
            create(cluster, "a");
            create(cluster, "b");
            cluster.world().run(Duration.ofMinutes(5));
            create(cluster, "c");
            cluster.await("all are deleted", () -> names(cluster).isEmpty());
          });

  @ParameterizedTest
  @EnumSource(Fault.class)
  void deletesThemWithAFaultAtAnyWrite(Fault fault) {
    var summary = Sweep.of(SEVERAL, Cluster.KCM).seed(3).faults(fault).run();
    assertThat(summary.writes()).isEqualTo(3);
  }
}
