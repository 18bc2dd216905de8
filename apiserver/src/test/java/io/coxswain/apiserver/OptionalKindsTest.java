package io.coxswain.apiserver;

import static io.coxswain.apiserver.TestingServer.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.spi.ApiFeatures;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Kinds that are served on request: their rules, permissions and tables. */
final class OptionalKindsTest {
  private static final String VERSIONS = "/apis/internal.apiserver.k8s.io/v1alpha1/storageversions";
  private static final String MIGRATIONS =
      "/apis/storagemigration.k8s.io/v1beta1/storageversionmigrations";
  private static final String BUNDLES = "/apis/certificates.k8s.io/v1beta1/clustertrustbundles";
  private static final String REQUESTS =
      "/apis/certificates.k8s.io/v1beta1/namespaces/default/podcertificaterequests";

  private static final ApiFeatures ALL =
      new ApiFeatures(ApiFeatures.OPTIONAL_VERSIONS, ApiFeatures.OPTIONAL_GATES);

  private final TestingServer server =
      new TestingServer(ApiServerOptions.plain().withFeatures(ALL));

  private static String text(ApiResponse response) {
    return new String(response.body(), StandardCharsets.UTF_8);
  }

  private ObjectNode create(String path, String json) {
    ApiResponse made = server.post(path, json);
    assertThat(made.status()).as(text(made)).isEqualTo(201);
    return json(made);
  }

  private void rejects(ApiResponse response, String message) {
    assertThat(response.status()).as(text(response)).isEqualTo(422);
    assertThat(json(response).path("message").asText()).contains(message);
  }

  @ParameterizedTest
  @CsvSource({
    "certificates.k8s.io/v1beta1, ClusterTrustBundle, clustertrustbundles",
    "certificates.k8s.io/v1beta1, PodCertificateRequest, podcertificaterequests",
    "internal.apiserver.k8s.io/v1alpha1, StorageVersionAPI, storageversions",
    "storagemigration.k8s.io/v1beta1, StorageVersionMigrator, storageversionmigrations"
  })
  void areServedWithVersionAndFeatureGate(String version, String gate, String plural) {
    String path = "/apis/" + version + "/" + plural;

    assertThat(server.get(path).status()).isEqualTo(200);
    assertThat(new TestingServer().get(path).status()).isEqualTo(404);
    for (ApiFeatures half :
        List.of(
            new ApiFeatures(Set.of(version), Set.of()), new ApiFeatures(Set.of(), Set.of(gate)))) {
      var halved = new TestingServer(ApiServerOptions.plain().withFeatures(half));
      assertThat(halved.get(path).status()).isEqualTo(404);
    }
  }

  @Test
  void makesTheRolesOfTheirControllersOnlyWithTheFeatureGates() {
    var plain = new TestingServer();
    for (String name :
        List.of(
            "system:controller:podcertificaterequestcleaner",
            "system:controller:kube-apiserver-serving-clustertrustbundle-publisher",
            "system:controller:storage-version-garbage-collector",
            "system:controller:storage-version-migrator-controller",
            "system:controller:device-taint-eviction-controller",
            "system:cluster-trust-bundle-discovery")) {
      String role = "/apis/rbac.authorization.k8s.io/v1/clusterroles/" + name;
      String binding = "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings/" + name;

      assertThat(json(server.get(role)).path("rules")).as(name).isNotEmpty();
      assertThat(json(server.get(binding)).at("/roleRef/name").asText()).isEqualTo(name);
      assertThat(plain.get(role).status()).isEqualTo(404);
      assertThat(plain.get(binding).status()).isEqualTo(404);
    }
  }

  // Taints of devices

  private static final String RULES = "/apis/resource.k8s.io/v1alpha3/devicetaintrules";
  private static final String SLICES = "/apis/resource.k8s.io/v1/resourceslices";
  private static final String CLAIMS = "/apis/resource.k8s.io/v1/namespaces/default/resourceclaims";

  private static final String SLICE =
      """
      {'metadata': {'name': 's'}, 'spec': {'driver': 'gpu.example.com', 'nodeName': 'n',
       'pool': {'name': 'n', 'generation': 1, 'resourceSliceCount': 1},
       'devices': [{'name': 'gpu-0', 'taints': [{'key': 'k', 'effect': 'NoExecute'}]}]}}
      """;

  private static final String CLAIM =
      """
      {'metadata': {'name': 'c'}, 'spec': {'devices': {'requests': [{'name': 'gpu', 'exactly': {
       'deviceClassName': 'gpu', 'tolerations': [{'key': 'k', 'operator': 'Exists'}]}}]}}}
      """;

  @Test
  void servesDeviceTaintRulesWithTheirVersion() {
    var served =
        new TestingServer(
            ApiServerOptions.plain()
                .withFeatures(new ApiFeatures(Set.of("resource.k8s.io/v1alpha3"), Set.of())));

    assertThat(served.get(RULES).status()).isEqualTo(200);
    assertThat(new TestingServer().get(RULES).status()).isEqualTo(404);
  }

  @Test
  void addsTheTimeToTaintsWithoutOne() {
    ObjectNode rule =
        create(
            RULES,
            "{'metadata': {'name': 'r'}, 'spec': {'taint': {'key': 'k', 'effect': 'NoExecute'}}}");
    ObjectNode slice = create(SLICES, SLICE);

    String created = rule.at("/metadata/creationTimestamp").asText();
    assertThat(rule.at("/spec/taint/timeAdded").asText()).isEqualTo(created);
    assertThat(slice.at("/spec/devices/0/taints/0/timeAdded").asText()).isEqualTo(created);
    assertThat(row(RULES)).startsWith("r", "k", "", "NoExecute");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'taint': {'key': 'k'}} | spec.taint.effect: Required value",
        "{'taint': {'key': 'k', 'effect': 'x'}} | supported values: \"NoExecute\", \"NoSchedule\"",
        "{'taint': {'effect': 'None'}} | spec.taint.key: Invalid value: \"\"",
        "{'deviceSelector': {'device': 'A'}, 'taint': {'key': 'k', 'effect': 'None'}}"
            + " | spec.deviceSelector.device: Invalid value: \"A\"",
        "{'deviceSelector': {'driver': ''}, 'taint': {'key': 'k', 'effect': 'None'}}"
            + " | spec.deviceSelector.driver: Required value"
      },
      quoteCharacter = '`')
  void rejectsDeviceTaintRules(String spec, String message) {
    rejects(server.post(RULES, "{'metadata': {'name': 'r'}, 'spec': %s}".formatted(spec)), message);
  }

  @Test
  void countsTheGenerationOfADeviceTaintRuleAndKeepsItsStatusApart() {
    ObjectNode made =
        create(
            RULES,
            "{'metadata': {'name': 'r'}, 'spec': {'taint': {'key': 'k', 'effect': 'None'}}}");
    assertThat(made.at("/metadata/generation").asInt()).isEqualTo(1);

    made.withObject("/spec/taint").put("effect", "NoExecute");
    made.withObject("/status").putArray("conditions").addObject().put("type", "X");
    ObjectNode changed = json(server.put(RULES + "/r", made));

    assertThat(changed.at("/metadata/generation").asInt()).isEqualTo(2);
    assertThat(changed.at("/status/conditions").isMissingNode()).isTrue();
    rejects(putStatus(RULES + "/r", "{'conditions': [{'type': 'X'}]}"), "status.conditions[0]");
  }

  @Test
  void dropsTaintsAndTolerationsWithoutTheFeatureGate() {
    var plain = new TestingServer();

    ObjectNode slice = json(plain.post(SLICES, SLICE));
    ObjectNode claim = json(plain.post(CLAIMS, CLAIM));

    assertThat(slice.at("/spec/devices/0/name").asText()).isEqualTo("gpu-0");
    assertThat(slice.at("/spec/devices/0/taints").isMissingNode()).isTrue();
    assertThat(claim.at("/spec/devices/requests/0/exactly/tolerations").isMissingNode()).isTrue();
    assertThat(create(CLAIMS, CLAIM).at("/spec/devices/requests/0/exactly/tolerations")).hasSize(1);
  }

  // StorageVersions

  private ApiResponse putStatus(String path, String status) {
    ObjectNode object = json(server.get(path));
    object.set("status", Json.tree(status.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
    return server.put(path + "/status", object);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "deployments | name must be in the form of <group>.<resource>",
        "App.deployments | the group segment a lowercase RFC 1123 subdomain",
        "apps.1x | the resource segment a DNS-1035 label"
      })
  void rejectsStorageVersionsNotNamedAfterAResource(String name, String message) {
    rejects(server.post(VERSIONS, "{'metadata': {'name': '%s'}}".formatted(name)), message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "'decodableVersions': ['v1'] |" + " decodableVersions must include encodingVersion v2",
        "'decodableVersions': ['v2'], 'servedVersions': ['v3'] |"
            + " individual served version : v3 must be included in decodableVersions : [v2]",
        "'decodableVersions': ['v2', 'a/b/c'] | an apiVersion is a DNS-1035 label",
        "'decodableVersions': ['v2'] | the common encoding version is v2",
      })
  void rejectsContradictionsInAStorageVersion(String fields, String message) {
    create(VERSIONS, "{'metadata': {'name': 'apps.deployments'}}");

    ApiResponse written =
        putStatus(
            VERSIONS + "/apps.deployments",
            "{'storageVersions': [{'apiServerID': 'a', 'encodingVersion': 'v2', %s}]}"
                .formatted(fields));

    rejects(written, message);
  }

  @Test
  void keepsTheStatusOfAStorageVersionAndShowsItInTables() {
    create(VERSIONS, "{'metadata': {'name': 'apps.deployments'}, 'spec': {}}");

    ApiResponse written =
        putStatus(
            VERSIONS + "/apps.deployments",
            """
            {'commonEncodingVersion': 'apps/v1', 'storageVersions': [
              {'apiServerID': 'a', 'encodingVersion': 'apps/v1', 'decodableVersions': ['apps/v1']},
              {'apiServerID': 'b', 'encodingVersion': 'apps/v1', 'decodableVersions': ['apps/v1']}]}
            """);

    assertThat(written.status()).as(text(written)).isEqualTo(200);
    assertThat(row(VERSIONS)).startsWith("apps.deployments", "apps/v1", "a=apps/v1,b=apps/v1");
  }

  private List<String> row(String path) {
    var cells =
        json(server.call(
                ApiRequest.of("GET", path)
                    .header("accept", "application/json;as=Table;v=v1;g=meta.k8s.io")))
            .at("/rows/0/cells");
    return cells.valueStream().map(cell -> cell.asText()).toList();
  }

  // StorageVersionMigrations

  private static final String MIGRATION =
      "{'metadata': {'name': 'm'}, 'spec': {'resource': {'group': 'apps', 'resource': '%s'}}}";

  @Test
  void rejectsMigrationsWithoutAResourceAndChangesOfIt() {
    rejects(
        server.post(MIGRATIONS, MIGRATION.formatted("")),
        "spec.resource.resource: Required value: resource is required to be set");
    rejects(server.post(MIGRATIONS, MIGRATION.formatted("De-")), "a DNS-1035 label");
    ObjectNode made = create(MIGRATIONS, MIGRATION.formatted("deployments"));

    made.withObject("/spec/resource").put("resource", "replicasets");
    rejects(server.put(MIGRATIONS + "/m", made), "field is immutable");
    assertThat(row(MIGRATIONS)).containsExactly("m", "deployments.apps", "Unknown");
  }

  private static String condition(String type, String status) {
    return "{'type': '%s', 'status': '%s', 'reason': 'R', 'message': '', 'lastTransitionTime': '2026-01-01T00:00:00Z'}"
        .formatted(type, status);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "8   | Running True    |                | field is immutable",
        "07  | Running True    |                | resource version is not well formed: 07",
        "7   | Running True    | Succeeded True | Running condition cannot be true when success",
        "7   | Running True    | Failed True    | Running condition cannot be true when failed",
        "7   | Succeeded True  | Failed True    | cannot be true at the same time",
        "7   | Succeeded Maybe |                | Unsupported value: \"Maybe\"",
      })
  void rejectsImpossibleStatesOfAMigration(
      String revision, String first, String second, String message) {
    create(MIGRATIONS, MIGRATION.formatted("deployments"));
    assertThat(putStatus(MIGRATIONS + "/m", "{'resourceVersion': '7'}").status()).isEqualTo(200);
    String[] one = first.split(" ");
    String conditions = condition(one[0], one[1]);
    if (second != null) {
      String[] two = second.split(" ");
      conditions += ", " + condition(two[0], two[1]);
    }

    ApiResponse written =
        putStatus(
            MIGRATIONS + "/m",
            "{'resourceVersion': '%s', 'conditions': [%s]}".formatted(revision, conditions));

    rejects(written, message);
  }

  @Test
  void acceptsAFailedMigrationWithoutAResourceVersion() {
    create(MIGRATIONS, MIGRATION.formatted("nothings"));

    ApiResponse failed =
        putStatus(MIGRATIONS + "/m", "{'conditions': [%s]}".formatted(condition("Failed", "True")));

    assertThat(failed.status()).as(text(failed)).isEqualTo(200);
  }

  @Test
  void keepsTheOutcomeOfAMigration() {
    create(MIGRATIONS, MIGRATION.formatted("deployments"));
    String status = "{'resourceVersion': '7', 'conditions': [%s]}";
    assertThat(
            putStatus(MIGRATIONS + "/m", status.formatted(condition("Succeeded", "True"))).status())
        .isEqualTo(200);

    rejects(
        putStatus(MIGRATIONS + "/m", status.formatted(condition("Succeeded", "False"))),
        "Success condition cannot be set to false once it is true");
    assertThat(row(MIGRATIONS)).containsExactly("m", "deployments.apps", "Succeeded");
  }

  // ClusterTrustBundles

  /** A CA certificate and one that is not of a CA. */
  private static final String CA = TestCertificates.pem(true);

  private static final String LEAF = TestCertificates.pem(false);

  private static String bundle(String name, String signer, String pem) {
    return "{'metadata': {'name': '%s'}, 'spec': {'signerName': '%s', 'trustBundle': '%s'}}"
        .formatted(name, signer, pem.replace("\n", "\\n"));
  }

  @Test
  void rejectsTrustBundlesThatAreNotListsOfAuthorities() {
    rejects(
        server.post(BUNDLES, bundle("b", "", "nothing")),
        "at least one trust anchor must be provided");
    rejects(server.post(BUNDLES, bundle("b", "", LEAF)), "entry 0 does not have the CA bit set");
    rejects(
        server.post(BUNDLES, bundle("b", "", CA + CA)), "duplicate trust anchor (indices [0 1])");
    rejects(
        server.post(BUNDLES, bundle("b", "example.com/s", CA)),
        "ClusterTrustBundle for signerName example.com/s must be named with prefix example.com:s:");
    rejects(
        server.post(BUNDLES, bundle("example.com:b", "", CA)),
        "ClusterTrustBundle without signer name must not have \\\":\\\" in its name"
            .replace("\\", ""));
    create(BUNDLES, bundle("b", "", CA));
    ObjectNode made = create(BUNDLES, bundle("example.com:s:b", "example.com/s", CA));

    made.withObject("/spec").put("signerName", "example.com/t");
    rejects(server.put(BUNDLES + "/example.com:s:b", made), "field is immutable");
    assertThat(
            json(server.get(BUNDLES + "?fieldSelector=spec.signerName=example.com/s"))
                .path("items"))
        .hasSize(1);
  }

  @Test
  void allowsOnlyAttestersToPublishForASigner() throws Exception {
    create(
        "/apis/rbac.authorization.k8s.io/v1/clusterroles",
        "{'metadata': {'name': 'writer'}, 'rules': [{'apiGroups': ['certificates.k8s.io'],"
            + " 'resources': ['clustertrustbundles'], 'verbs': ['create']}]}");
    create(
        "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings",
        "{'metadata': {'name': 'writer'}, 'roleRef': {'apiGroup': 'rbac.authorization.k8s.io',"
            + " 'kind': 'ClusterRole', 'name': 'writer'}, 'subjects': [{'kind': 'User', 'name':"
            + " 'mary', 'apiGroup': 'rbac.authorization.k8s.io'}]}");

    assertThat(postAsMary(bundle("b", "", CA)).status()).isEqualTo(201);
    ApiResponse denied = postAsMary(bundle("example.com:s:b", "example.com/s", CA));

    assertThat(denied.status()).isEqualTo(403);
    assertThat(text(denied)).contains("user not permitted to attest for signerName");
  }

  private ApiResponse postAsMary(String json) throws Exception {
    return server
        .server
        .transport("mary", List.of("system:authenticated"))
        .call(
            ApiRequest.of("POST", BUNDLES)
                .body(
                    "application/json", json.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
  }

  // PodCertificateRequests

  private static String request(String algorithm, String signedText) throws Exception {
    KeyPair keys = keys(algorithm);
    Signature signature =
        Signature.getInstance(algorithm.equals("Ed25519") ? algorithm : "SHA256withECDSA");
    signature.initSign(keys.getPrivate());
    signature.update(signedText.getBytes(StandardCharsets.UTF_8));
    Base64.Encoder base64 = Base64.getEncoder();
    return """
    {'metadata': {'name': 'r'}, 'spec': {'signerName': 'example.com/s', 'podName': 'p',
      'podUID': 'u', 'serviceAccountName': 'default', 'serviceAccountUID': 'v', 'nodeName': 'n',
      'nodeUID': 'w', 'pkixPublicKey': '%s', 'proofOfPossession': '%s'}}
    """
        .formatted(
            base64.encodeToString(keys.getPublic().getEncoded()),
            base64.encodeToString(signature.sign()));
  }

  private static KeyPair keys(String algorithm) throws Exception {
    if (algorithm.equals("Ed25519")) {
      return KeyPairGenerator.getInstance(algorithm).generateKeyPair();
    }
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec(algorithm));
    return generator.generateKeyPair();
  }

  @ParameterizedTest
  @CsvSource({"secp256r1", "Ed25519"})
  void acceptsAPodCertificateRequestWithAProofOfPossession(String algorithm) throws Exception {
    ObjectNode made = create(REQUESTS, request(algorithm, "u"));

    assertThat(made.at("/spec/maxExpirationSeconds").asInt()).isEqualTo(86_400);
    assertThat(row(REQUESTS)).contains("p", "n", "example.com/s", "Pending");
    rejects(
        server.post(REQUESTS, request(algorithm, "another pod")),
        "could not verify proof-of-possession signature");
  }

  @Test
  void changesTheStatusOfAPodCertificateRequestOnce() throws Exception {
    create(REQUESTS, request("secp256r1", "u"));
    String path = REQUESTS + "/r";

    rejects(putStatus(path, "{'certificateChain': 'x'}"), "status is immutable unless");
    rejects(
        putStatus(path, "{'conditions': [%s]}".formatted(condition("Issued", "True"))),
        "issued certificate chain must contain at least one certificate");
    rejects(
        putStatus(
            path,
            "{'certificateChain': 'x', 'conditions': [%s]}".formatted(condition("Denied", "True"))),
        "non-condition status fields must be empty");
    ApiResponse denied =
        putStatus(path, "{'conditions': [%s]}".formatted(condition("Denied", "True")));
    assertThat(denied.status()).as(text(denied)).isEqualTo(200);
    rejects(
        putStatus(path, "{'conditions': [%s]}".formatted(condition("Failed", "True"))),
        "immutable after PodCertificateRequest is issued, denied, or failed");
  }
}
