package io.coxswain.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiTransport;
import io.coxswain.evidence.Attack;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.security.KeyPairGenerator;
import java.util.Base64;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequestBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Approving and signing certificate requests needs a permission for the signer. */
final class SignerPermissionTest {
  private static final String REQUESTS = "/apis/certificates.k8s.io/v1/certificatesigningrequests";
  private static final String RBAC = "/apis/rbac.authorization.k8s.io/v1/";

  private final TestingServer server = new TestingServer();
  private final ApiTransport jane =
      server.server.transport("jane", List.of("system:authenticated"));

  @BeforeEach
  void createRequestAndRole() throws Exception {
    made(
        server.post(
            REQUESTS,
            """
            {'metadata': {'name': 'r'}, 'spec': {'signerName': 'example.com/tls',
              'request': '%s', 'usages': ['client auth']}}
            """
                .formatted(request())));
    made(
        server.post(
            RBAC + "clusterroles",
            """
            {'metadata': {'name': 'requests'}, 'rules': [{'apiGroups': ['certificates.k8s.io'],
              'resources': ['certificatesigningrequests', 'certificatesigningrequests/approval',
              'certificatesigningrequests/status'], 'verbs': ['get', 'update']}]}
            """));
    bind("requests");
  }

  private static void made(ApiResponse response) {
    assertThat(response.status())
        .as(() -> new String(response.body(), StandardCharsets.UTF_8))
        .isEqualTo(201);
  }

  private void bind(String role) {
    made(
        server.post(
            RBAC + "clusterrolebindings",
            """
            {'metadata': {'name': '%s'}, 'roleRef': {'apiGroup': 'rbac.authorization.k8s.io',
              'kind': 'ClusterRole', 'name': '%s'}, 'subjects': [
              {'apiGroup': 'rbac.authorization.k8s.io', 'kind': 'User', 'name': 'jane'}]}
            """
                .formatted(role, role)));
  }

  private void allow(String verb, String signer) {
    made(
        server.post(
            RBAC + "clusterroles",
            """
            {'metadata': {'name': '%s'}, 'rules': [{'apiGroups': ['certificates.k8s.io'],
              'resources': ['signers'], 'resourceNames': ['%s'], 'verbs': ['%s']}]}
            """
                .formatted(verb, signer, verb)));
    bind(verb);
  }

  private static String request() throws Exception {
    var keys = KeyPairGenerator.getInstance("EC").generateKeyPair();
    var request =
        new JcaPKCS10CertificationRequestBuilder(new X500Name("CN=jane"), keys.getPublic())
            .build(new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate()));
    var bytes = new ByteArrayOutputStream();
    try (var writer = new JcaPEMWriter(new OutputStreamWriter(bytes, StandardCharsets.US_ASCII))) {
      writer.writeObject(request);
    }
    return Base64.getEncoder().encodeToString(bytes.toByteArray());
  }

  private ApiResponse update(String subresource, String type) throws IOException {
    ObjectNode request = TestingServer.json(server.get(REQUESTS + "/r"));
    request
        .withObject("/status")
        .withArray("/conditions")
        .addObject()
        .put("type", type)
        .put("status", "True")
        .put("reason", "Test");
    return put(subresource, request);
  }

  private ApiResponse put(String subresource, JsonNode request) throws IOException {
    return jane.call(
        ApiRequest.of("PUT", REQUESTS + "/r/" + subresource)
            .body("application/json", Json.bytes(request)));
  }

  private static String message(ApiResponse response) {
    return TestingServer.json(response).path("message").asText();
  }

  @Test
  @Attack("who may update approvals approves a request for any signer")
  void deniesApprovalWithoutPermissionForTheSigner() throws Exception {
    ApiResponse response = update("approval", "Approved");

    assertThat(response.status()).isEqualTo(403);
    assertThat(message(response))
        .endsWith("user not permitted to approve requests with signerName \"example.com/tls\"");
  }

  @Test
  void allowsApprovalForTheSigner() throws Exception {
    allow("approve", "example.com/tls");

    assertThat(update("approval", "Approved").status()).isEqualTo(200);
  }

  @Test
  void allowsApprovalForAllSignersOfTheDomain() throws Exception {
    allow("approve", "example.com/*");

    assertThat(update("approval", "Approved").status()).isEqualTo(200);
  }

  @Test
  void deniesApprovalForAnotherSigner() throws Exception {
    allow("approve", "example.org/*");

    assertThat(update("approval", "Approved").status()).isEqualTo(403);
  }

  @Test
  void needsThePermissionToSignOnlyForWhatSigningChanges() throws Exception {
    ApiResponse unchanged = put("status", TestingServer.json(server.get(REQUESTS + "/r")));
    ApiResponse failed = update("status", "Failed");
    allow("sign", "example.com/tls");
    ApiResponse allowed = update("status", "Failed");

    assertThat(unchanged.status()).isEqualTo(200);
    assertThat(failed.status()).isEqualTo(403);
    assertThat(message(failed))
        .endsWith("user not permitted to sign requests with signerName \"example.com/tls\"");
    assertThat(allowed.status()).isEqualTo(200);
  }
}
