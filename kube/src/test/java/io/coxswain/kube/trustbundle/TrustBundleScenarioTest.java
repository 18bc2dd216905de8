package io.coxswain.kube.trustbundle;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.spi.ApiFeatures;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.kube.Cluster;
import io.coxswain.kube.certificates.TestKeys;
import io.coxswain.runtime.certificates.Pem;
import io.coxswain.sim.Fault;
import io.coxswain.sim.Network;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.Sweep;
import io.fabric8.kubernetes.api.model.certificates.v1beta1.ClusterTrustBundle;
import io.fabric8.kubernetes.api.model.certificates.v1beta1.ClusterTrustBundleBuilder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TrustBundleScenarioTest {
  private static final String SIGNER = TrustBundlePublisher.API_SERVER_SERVING;
  private static final String CERTIFICATES = caCertificate();
  private static final String OTHERS = caCertificate();
  private static final String NAME = TrustBundlePlan.name(SIGNER, CERTIFICATES);

  private static String caCertificate() {
    return new String(
        Pem.write(TestKeys.authority(Instant.parse("2036-01-01T00:00:00Z")).chain().getFirst()),
        StandardCharsets.US_ASCII);
  }

  private static Simulation simulation(String name, Cluster.Script script) {
    return Cluster.with(
            name, manager -> TrustBundlePublisher.register(manager, SIGNER, CERTIFICATES), script)
        .server(
            ApiServerOptions.plain()
                .withFeatures(
                    ApiFeatures.DEFAULT.with(
                        "certificates.k8s.io/v1beta1", ApiFeatures.CLUSTER_TRUST_BUNDLE)));
  }

  private static void create(Cluster cluster, String name, String signer) throws ApiException {
    cluster
        .world()
        .objects()
        .create(
            new ClusterTrustBundleBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withSignerName(signer)
                .withTrustBundle(OTHERS)
                .endSpec()
                .build());
  }

  /** The names of the bundles that have the publisher's certificates, and of those that do not. */
  private static List<String> names(Cluster cluster, boolean published) throws ApiException {
    return cluster.world().objects().list(ClusterTrustBundle.class, "").stream()
        .filter(bundle -> bundle.getSpec().getTrustBundle().equals(CERTIFICATES) == published)
        .map(bundle -> bundle.getMetadata().getName())
        .toList();
  }

  private static void awaitPublished(Cluster cluster) {
    cluster.await(
        "the bundle is the only one of its signer",
        () -> names(cluster, true).equals(List.of(NAME)) && names(cluster, false).size() == 1);
  }

  @Test
  void namesTheBundleAfterSignerAndContent() {
    assertThat(TrustBundlePlan.name("kubernetes.io/kube-apiserver-serving", ""))
        .isEqualTo("kubernetes.io:kube-apiserver-serving:e3b0c44298fc1c149afbf4c8");
  }

  @Test
  void keepsOneBundleWithTheCertificates() {
    simulation(
            "one bundle",
            cluster -> {
              create(cluster, "example.com:signer:a", "example.com/signer");
              create(cluster, "kubernetes.io:kube-apiserver-serving:old", SIGNER);
              awaitPublished(cluster);
              assertThat(names(cluster, false)).containsExactly("example.com:signer:a");

              cluster
                  .world()
                  .objects()
                  .edit(
                      ClusterTrustBundle.class,
                      ObjectKey.of(NAME),
                      bundle -> bundle.getSpec().setTrustBundle(OTHERS));
              awaitPublished(cluster);
              cluster.delete(ClusterTrustBundle.class, ObjectKey.of(NAME), "Background");
              awaitPublished(cluster);
              cluster.world().awaitSilence(Duration.ofSeconds(10));
            })
        .network(Network.PROMPT)
        .run(1);
  }

  private static final Simulation ROTATED =
      simulation(
          "a bundle of earlier certificates",
          cluster -> {
            create(cluster, "example.com:signer:a", "example.com/signer");
            create(cluster, "kubernetes.io:kube-apiserver-serving:old", SIGNER);
            awaitPublished(cluster);
            cluster
                .world()
                .objects()
                .edit(
                    ClusterTrustBundle.class,
                    ObjectKey.of(NAME),
                    bundle -> bundle.getSpec().setTrustBundle(OTHERS));
            awaitPublished(cluster);
            cluster.delete(ClusterTrustBundle.class, ObjectKey.of(NAME), "Background");
            awaitPublished(cluster);
          });

  @ParameterizedTest
  @EnumSource(Fault.class)
  void publishesWithAFaultAtAnyWrite(Fault fault) {
    var summary = Sweep.of(ROTATED, Cluster.KCM).seed(3).faults(fault).run();
    assertThat(summary.writes()).isGreaterThanOrEqualTo(4);
  }
}
