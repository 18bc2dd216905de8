package io.coxswain.cli.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.jobset.JobSet;
import io.coxswain.cli.sim.TrainingCluster;
import io.coxswain.env.ApiRequest;
import io.coxswain.runtime.certificates.Pem;
import io.coxswain.sim.World;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Certificates of webhooks, and what becomes of requests while nobody answers for a webhook. */
final class CertificatesScenarioTest {
  private static final ObjectKey JOBSET_SECRET =
      ObjectKey.of("jobset-system", "jobset-webhook-server-cert");
  private static final ObjectKey TRAINER_SECRET =
      ObjectKey.of("kubeflow-system", "kubeflow-trainer-webhook-cert");
  private static final String CONFIGURATIONS = "/apis/admissionregistration.k8s.io/v1/";

  @Test
  void trustsAllWebhooksOnceTwoReplicasAgreeAndRetriesEarlierRequests() {
    var _ =
        TrainingCluster.replicated()
            .withCertificates()
            .simulation("certificates")
            .script(
                world -> {
                  assertThatThrownBy(() -> Cluster.create(world, trainJob()))
                      .isInstanceOfSatisfying(
                          ApiException.class,
                          e -> {
                            assertThat(e.code()).isEqualTo(500);
                            assertThat(e).hasMessageContaining("failed calling webhook");
                          });
                  assertThat(Cluster.exists(world, trainJob())).isFalse();

                  Cluster.createPatiently(world, trainJob());
                  Cluster.awaitCondition(world, trainJob(), "Complete", "True");

                  assertThat(bundles(world, "jobset-"))
                      .containsExactly(authority(world, JOBSET_SECRET));
                  assertThat(bundles(world, "trainer.kubeflow.org"))
                      .containsExactly(authority(world, TRAINER_SECRET));
                })
            .run(1);
  }

  @Test
  void retriesRequestsWhileTheJobSetWebhookIsDown() {
    var _ =
        TrainingCluster.small()
            .simulation("a webhook is away")
            .script(
                world -> {
                  world.run(Duration.ofSeconds(5));
                  world.kill("jobset-1");
                  Cluster.create(world, trainJob());
                  world.run(Duration.ofSeconds(30));
                  assertThat(world.objects().list(JobSet.class, "default")).isEmpty();
                  assertThat(Cluster.events(world, "TrainJob"))
                      .anyMatch(
                          event ->
                              event.startsWith("TrainJobResourcesCreationFailed: ")
                                  && event.contains("failed calling webhook \"mjobset.kb.io\""));

                  world.restart("jobset-1");
                  Cluster.awaitCondition(world, trainJob(), "Complete", "True");

                  assertThat(world.objects().list(JobSet.class, "default")).hasSize(1);
                  assertThat(world.objects().list(Pod.class, "default")).hasSize(2);
                })
            .run(1);
  }

  @Test
  void createsPodsOnceTheirWebhookIsUp() {
    var _ =
        TrainingCluster.small()
            .simulation("pods wait")
            .script(
                world -> {
                  world.run(Duration.ofSeconds(5));
                  world.kill("kube-1");
                  Cluster.create(world, trainJob());
                  world.await(
                      "a JobSet", () -> !world.objects().list(JobSet.class, "default").isEmpty());
                  world.run(Duration.ofSeconds(5));
                  world.kill("jobset-1");
                  world.restart("kube-1");
                  world.run(Duration.ofMinutes(1));
                  assertThat(world.objects().list(Pod.class, "default")).isEmpty();

                  world.restart("jobset-1");
                  Cluster.awaitCondition(world, trainJob(), "Complete", "True");

                  assertThat(world.objects().list(Pod.class, "default")).hasSize(2);
                })
            .run(1);
  }

  @Test
  void replacesAnOldJobSetCertificateAndKeepsItsCa() {
    var _ =
        TrainingCluster.small()
            .withCertificates()
            .simulation("renewal")
            // What it makes is as old as its clock is late.
            .clock("jobset-1", Duration.ofDays(300).negated())
            .script(
                world -> {
                  world.await("certificates", () -> !bundles(world, "jobset-").contains(""));
                  String authority = authority(world, JOBSET_SECRET);
                  String served = data(world, JOBSET_SECRET, "tls.crt");
                  world.kill("jobset-1");

                  TrainingCluster.small().withCertificates().startJobSets(world, "successor");
                  world.await(
                      "a new certificate",
                      () -> !data(world, JOBSET_SECRET, "tls.crt").equals(served));
                  Cluster.createPatiently(world, trainJob());
                  Cluster.awaitCondition(world, trainJob(), "Complete", "True");

                  assertThat(authority(world, JOBSET_SECRET)).isEqualTo(authority);
                  assertThat(bundles(world, "jobset-")).containsExactly(authority);
                  X509Certificate leaf = certificate(data(world, JOBSET_SECRET, "tls.crt"));
                  leaf.verify(certificate(authority).getPublicKey());
                  assertThat(leaf.getNotAfter().toInstant())
                      .isAfter(world.now().plus(Duration.ofDays(360)));
                })
            .run(1);
  }

  /** All the authorities that configurations of the name trust; "" where there is none yet. */
  private static SortedSet<String> bundles(World world, String name) throws ApiException {
    var bundles = new TreeSet<String>();
    for (String kind :
        List.of("mutatingwebhookconfigurations", "validatingwebhookconfigurations")) {
      var answer = world.objects().call(ApiRequest.get(CONFIGURATIONS + kind));
      for (JsonNode configuration : Json.tree(answer.body()).path("items")) {
        if (configuration.at("/metadata/name").asText().contains(name)) {
          for (JsonNode webhook : configuration.path("webhooks")) {
            bundles.add(webhook.at("/clientConfig/caBundle").asText());
          }
        }
      }
    }
    return bundles;
  }

  private static String authority(World world, ObjectKey secret) throws ApiException {
    return data(world, secret, "ca.crt");
  }

  private static String data(World world, ObjectKey secret, String name) throws ApiException {
    return Objects.requireNonNull(world.objects().fetch(Secret.class, secret).getData().get(name));
  }

  private static X509Certificate certificate(String encoded) throws Exception {
    return Pem.certificates(Base64.getDecoder().decode(encoded)).getFirst();
  }

  private static ObjectNode trainJob() {
    return Cluster.yaml(
        """
        apiVersion: trainer.kubeflow.org/v1alpha1
        kind: TrainJob
        metadata: {name: tj, namespace: default}
        spec:
          runtimeRef: {name: torch-distributed}
          trainer: {numNodes: 2, command: [train]}
        """);
  }
}
