package io.coxswain.kube.certificates;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.evidence.Scenario;
import io.coxswain.kube.Cluster;
import io.coxswain.runtime.certificates.Identity;
import io.coxswain.runtime.certificates.Pem;
import io.coxswain.sim.Network;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequest;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequestBuilder;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequestConditionBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import java.io.IOException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.bouncycastle.asn1.x509.GeneralName;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CertificatesScenarioTest {
  private static final Identity CA = TestKeys.authority(Instant.parse("2036-01-01T00:00:00Z"));
  private static final List<String> CLIENT =
      List.of("digital signature", "key encipherment", "client auth");
  private static final String NODE = "O=system:nodes,CN=system:node:n1";

  private static void play(String name, Cluster.Script script) {
    Cluster.with(
            name,
            manager -> {
              CertificateControllers.registerApproving(manager);
              CertificateControllers.registerSigning(
                  manager, SigningOptions.all(() -> CA, SigningOptions.DEFAULT_DURATION));
              CertificateControllers.registerCleaning(manager);
            },
            script)
        .network(Network.PROMPT)
        .run(1);
  }

  private static CertificateSigningRequest csr(
      String name, String signer, String request, List<String> usages, @Nullable Integer seconds) {
    return new CertificateSigningRequestBuilder()
        .withNewMetadata()
        .withName(name)
        .endMetadata()
        .withNewSpec()
        .withSignerName(signer)
        .withRequest(request)
        .withUsages(usages)
        .withExpirationSeconds(seconds)
        .endSpec()
        .build();
  }

  /** Somebody who holds a bootstrap token asks. */
  private static void askAsToken(Cluster cluster, CertificateSigningRequest csr)
      throws IOException {
    ApiResponse answer =
        cluster
            .world()
            .server()
            .transport(
                "system:bootstrap:abcdef", List.of("system:bootstrappers", "system:authenticated"))
            .call(
                ApiRequest.of("POST", ResourceType.of(CertificateSigningRequest.class).path(""))
                    .body("application/json", Json.bytes(csr)));
    assertThat(answer.status()).isEqualTo(201);
  }

  private static void bind(Cluster cluster, String role) throws ApiException {
    cluster.create(
        ClusterRoleBinding.class,
        """
        metadata: {name: "%s"}
        roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: "%s"}
        subjects:
        - {apiGroup: rbac.authorization.k8s.io, kind: Group, name: system:bootstrappers}
        """
            .formatted(role, role));
  }

  private static CertificateSigningRequest get(Cluster cluster, String name) throws ApiException {
    return cluster.world().objects().fetch(CertificateSigningRequest.class, ObjectKey.of(name));
  }

  private static Optional<CertificateSigningRequest> find(Cluster cluster, String name)
      throws ApiException {
    return cluster.world().objects().find(CertificateSigningRequest.class, ObjectKey.of(name));
  }

  private static X509Certificate certificate(Cluster cluster, String name) throws Exception {
    cluster.await("a certificate for " + name, () -> SigningRequests.isIssued(get(cluster, name)));
    return Pem.certificates(
            Base64.getDecoder().decode(get(cluster, name).getStatus().getCertificate()))
        .getFirst();
  }

  private static void decide(Cluster cluster, String name, String type) throws ApiException {
    CertificateSigningRequest csr = get(cluster, name);
    csr.getStatus()
        .setConditions(
            List.of(
                new CertificateSigningRequestConditionBuilder()
                    .withType(type)
                    .withStatus("True")
                    .withReason("Test")
                    .build()));
    cluster
        .world()
        .objects()
        .call(
            ApiRequest.of(
                    "PUT",
                    ResourceType.of(CertificateSigningRequest.class).path(ObjectKey.of(name))
                        + "/approval")
                .body("application/json", Json.bytes(csr)));
  }

  @Test
  @Scenario("kcm-controllers-41")
  void approvesAndSignsRequestsOfJoiningKubeletsOnly() {
    play(
        "join",
        cluster -> {
          bind(cluster, "system:node-bootstrapper");
          var keys = TestKeys.newKey();
          askAsToken(
              cluster,
              csr(
                  "join",
                  SigningOptions.KUBELET_CLIENT,
                  TestKeys.request(keys, NODE),
                  CLIENT,
                  null));
          cluster.world().run(Duration.ofSeconds(30));
          assertThat(SigningRequests.conditions(get(cluster, "join"))).isEmpty();

          bind(cluster, "system:certificates.k8s.io:certificatesigningrequests:nodeclient");
          X509Certificate issued = certificate(cluster, "join");
          var approved = SigningRequests.condition(get(cluster, "join"), "Approved").orElseThrow();
          assertThat(approved.getReason()).isEqualTo("AutoApproved");
          assertThat(approved.getMessage())
              .isEqualTo("Auto approving kubelet client certificate after SubjectAccessReview.");
          issued.verify(CA.chain().getFirst().getPublicKey());
          assertThat(issued.getPublicKey()).isEqualTo(keys.getPublic());
          assertThat(issued.getSubjectX500Principal().getName())
              .isEqualTo("CN=system:node:n1,O=system:nodes");
          assertThat(issued.getBasicConstraints()).isEqualTo(-1);
          assertThat(issued.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.2");

          // The wrong organization, approved by another client.
          askAsToken(
              cluster,
              csr(
                  "wrong",
                  SigningOptions.KUBELET_CLIENT,
                  TestKeys.request("O=others,CN=system:node:n1"),
                  CLIENT,
                  null));
          decide(cluster, "wrong", "Approved");
          cluster.await(
              "it fails", () -> SigningRequests.has(get(cluster, "wrong"), SigningRequests.FAILED));
          var failed = SigningRequests.condition(get(cluster, "wrong"), "Failed").orElseThrow();
          assertThat(failed.getReason()).isEqualTo("SignerValidationFailure");
          assertThat(failed.getMessage()).isEqualTo("subject organization is not system:nodes");
          assertThat(SigningRequests.isIssued(get(cluster, "wrong"))).isFalse();
        });
  }

  @Test
  void signsApprovedRequestsForTheRequestedDuration() {
    play(
        "sign",
        cluster -> {
          Instant begin = cluster.world().now();
          cluster
              .world()
              .objects()
              .create(
                  csr(
                      "serving",
                      SigningOptions.KUBELET_SERVING,
                      TestKeys.request(
                          NODE,
                          new GeneralName(GeneralName.dNSName, "n1"),
                          new GeneralName(GeneralName.iPAddress, "10.0.0.1")),
                      List.of("digital signature", "server auth"),
                      600));
          cluster.world().run(Duration.ofSeconds(5));
          assertThat(SigningRequests.isIssued(get(cluster, "serving"))).isFalse();
          decide(cluster, "serving", "Approved");
          X509Certificate issued = certificate(cluster, "serving");
          assertThat(issued.getNotAfter().toInstant())
              .isEqualTo(begin.plus(Duration.ofSeconds(605)));
          assertThat(issued.getNotBefore().toInstant())
              .isEqualTo(begin.plus(Duration.ofSeconds(5)).minus(Duration.ofMinutes(5)));
          assertThat(issued.getSubjectAlternativeNames())
              .extracting(name -> String.valueOf(name.get(1)))
              .containsExactly("n1", "10.0.0.1");
        });
  }

  @Test
  void doesNotSignWhatIsDeniedOrForAnotherSigner() {
    play(
        "denied",
        cluster -> {
          cluster
              .world()
              .objects()
              .create(
                  csr(
                      "no",
                      SigningOptions.API_SERVER_CLIENT,
                      TestKeys.request("CN=a"),
                      CLIENT,
                      null));
          cluster
              .world()
              .objects()
              .create(csr("other", "example.com/signer", TestKeys.request("CN=a"), CLIENT, null));
          decide(cluster, "no", "Denied");
          decide(cluster, "other", "Approved");
          cluster.world().run(Duration.ofSeconds(30));
          assertThat(SigningRequests.isIssued(get(cluster, "no"))).isFalse();
          assertThat(SigningRequests.isIssued(get(cluster, "other"))).isFalse();
        });
  }

  @Test
  void deletesCompletedRequests() {
    play(
        "clean",
        cluster -> {
          for (String name : List.of("issued", "denied", "forgotten")) {
            cluster
                .world()
                .objects()
                .create(
                    csr(
                        name,
                        SigningOptions.API_SERVER_CLIENT,
                        TestKeys.request("CN=a"),
                        CLIENT,
                        null));
          }
          decide(cluster, "issued", "Approved");
          decide(cluster, "denied", "Denied");
          assertThat(certificate(cluster, "issued")).isNotNull();
          cluster.world().run(Duration.ofMinutes(59));
          assertThat(find(cluster, "issued")).isPresent();
          cluster.world().run(Duration.ofMinutes(62));
          assertThat(find(cluster, "issued")).isEmpty();
          assertThat(find(cluster, "denied")).isEmpty();
          assertThat(find(cluster, "forgotten")).isPresent();
          cluster.world().run(Duration.ofHours(24));
          assertThat(find(cluster, "forgotten")).isEmpty();
        });
  }
}
