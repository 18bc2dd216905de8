package io.coxswain.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.apiserver.auth.User;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.ApiWatch;
import io.coxswain.evidence.Attack;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.security.KeyPairGenerator;
import java.util.Base64;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequestBuilder;
import org.bouncycastle.util.io.pem.PemObject;
import org.bouncycastle.util.io.pem.PemWriter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a node may do: read what its pods refer to, and write its own objects. */
final class NodeAccessTest {
  private static final String CORE = "/api/v1/namespaces/default/";
  private static final String LEASES =
      "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases";
  private static final String NO_RELATION =
      "no relationship found between node 'n1' and this object";

  private final TestingServer server = new TestingServer();
  private final ApiTransport node = node("system:node:n1");

  private ApiTransport node(String name) {
    return server.server.transport(name, List.of("system:nodes", User.AUTHENTICATED));
  }

  private ApiResponse call(String method, String target, String json) {
    ApiRequest request = TestingServer.request(method, target);
    String type = method.equals("PATCH") ? TestingServer.MERGE : "application/json";
    try {
      return node.call(
          json.isEmpty()
              ? request
              : request.body(type, json.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private ApiResponse get(String target) {
    return call("GET", target, "");
  }

  private static String message(ApiResponse response) {
    return TestingServer.json(response).path("message").asText();
  }

  private void assertAllowed(ApiResponse response) {
    assertThat(response.status())
        .as(new String(response.body(), StandardCharsets.UTF_8))
        .isLessThan(300);
  }

  private void assertForbidden(ApiResponse response, String reason) {
    assertThat(response.status())
        .as(new String(response.body(), StandardCharsets.UTF_8))
        .isEqualTo(403);
    assertThat(message(response)).endsWith(": " + reason);
  }

  private void create(String target, String json) {
    ApiResponse created = server.post(target, json);
    assertThat(created.status()).as(message(created)).isEqualTo(201);
  }

  private String uid(String target) {
    return TestingServer.json(server.get(target)).at("/metadata/uid").asText();
  }

  @BeforeEach
  void twoNodesWithAPodEach() {
    create("/api/v1/nodes", "{'metadata': {'name': 'n1'}}");
    create("/api/v1/nodes", "{'metadata': {'name': 'n2'}}");
    for (String name : List.of("volume", "pull", "env", "projected", "other", "unrelated")) {
      create(CORE + "secrets", "{'metadata': {'name': '%s'}}".formatted(name));
      create(CORE + "configmaps", "{'metadata': {'name': '%s'}}".formatted(name));
    }
    create("/api/v1/namespaces/kube-system/secrets", "{'metadata': {'name': 'mount'}}");
    create("/api/v1/namespaces/kube-system/secrets", "{'metadata': {'name': 'attach'}}");
    create(CORE + "serviceaccounts", "{'metadata': {'name': 'robot'}}");
    create(CORE + "serviceaccounts", "{'metadata': {'name': 'elsewhere'}}");
    create(
        CORE + "persistentvolumeclaims",
        "{'metadata': {'name': 'claim'}, 'spec': {'volumeName': 'disk',"
            + " 'accessModes': ['ReadWriteOnce'], 'resources': {'requests': {'storage': '1Gi'}}}}");
    create(
        "/api/v1/persistentvolumes",
        """
        {'metadata': {'name': 'disk'},
         'spec': {'capacity': {'storage': '1Gi'}, 'accessModes': ['ReadWriteOnce'],
           'claimRef': {'namespace': 'default', 'name': 'claim'},
           'csi': {'driver': 'd', 'volumeHandle': 'h',
             'nodePublishSecretRef': {'namespace': 'kube-system', 'name': 'mount'},
             'controllerPublishSecretRef': {'namespace': 'kube-system', 'name': 'attach'}}}}
        """);
    create(
        CORE + "pods",
        """
        {'metadata': {'name': 'here'},
         'spec': {'nodeName': 'n1', 'serviceAccountName': 'robot',
           'imagePullSecrets': [{'name': 'pull'}],
           'containers': [{'name': 'c', 'image': 'i',
             'envFrom': [{'configMapRef': {'name': 'env'}}],
             'env': [{'name': 'A', 'valueFrom': {'secretKeyRef': {'name': 'env', 'key': 'k'}}}]}],
           'resourceClaims': [{'name': 'gpu', 'resourceClaimName': 'gpu'}],
           'volumes': [
             {'name': 'a', 'secret': {'secretName': 'volume'}},
             {'name': 'b', 'configMap': {'name': 'volume'}},
             {'name': 'c', 'persistentVolumeClaim': {'claimName': 'claim'}},
             {'name': 'd', 'projected': {'sources': [
               {'secret': {'name': 'projected'}}, {'configMap': {'name': 'projected'}},
               {'serviceAccountToken': {'path': 't', 'audience': 'vault'}}]}}]}}
        """);
    create(
        CORE + "pods",
        """
        {'metadata': {'name': 'there'},
         'spec': {'nodeName': 'n2', 'serviceAccountName': 'elsewhere',
           'imagePullSecrets': [{'name': 'other'}],
           'containers': [{'name': 'c', 'image': 'i',
             'envFrom': [{'configMapRef': {'name': 'other'}}]}]}}
        """);
  }

  @Test
  @Attack("a node reads Secrets and ConfigMaps of pods on other nodes")
  void readsOnlyWhatItsPodsReferTo() throws IOException {
    for (String name : List.of("volume", "pull", "env", "projected")) {
      assertAllowed(get(CORE + "secrets/" + name));
    }
    for (String name : List.of("volume", "env", "projected")) {
      assertAllowed(get(CORE + "configmaps/" + name));
    }
    assertAllowed(get("/api/v1/namespaces/kube-system/secrets/mount"));
    assertAllowed(get(CORE + "persistentvolumeclaims/claim"));
    assertAllowed(get("/api/v1/persistentvolumes/disk"));
    assertAllowed(get(CORE + "serviceaccounts/robot"));
    assertThat(get("/apis/resource.k8s.io/v1/namespaces/default/resourceclaims/gpu").status())
        .isEqualTo(404);
    assertAllowed(get(CORE + "secrets?fieldSelector=metadata.name=volume"));

    for (String name : List.of("other", "unrelated", "missing")) {
      assertForbidden(get(CORE + "secrets/" + name), NO_RELATION);
      assertForbidden(get(CORE + "configmaps/" + name), NO_RELATION);
    }
    assertThat(message(get(CORE + "secrets/other")))
        .isEqualTo(
            "secrets \"other\" is forbidden: User \"system:node:n1\" cannot get resource"
                + " \"secrets\" in API group \"\" in the namespace \"default\": "
                + NO_RELATION);
    assertForbidden(get("/api/v1/namespaces/kube-system/secrets/attach"), NO_RELATION);
    assertForbidden(get("/api/v1/persistentvolumes/none"), NO_RELATION);
    assertForbidden(get(CORE + "serviceaccounts/elsewhere"), NO_RELATION);
    assertForbidden(
        get("/apis/resource.k8s.io/v1/namespaces/default/resourceclaims/none"), NO_RELATION);
    assertForbidden(get(CORE + "secrets"), "No Object name found");
    assertForbidden(get("/api/v1/secrets"), "can only read namespaced object of this type");
    assertForbidden(
        call("DELETE", CORE + "secrets/volume", ""), "can only read resources of this type");
    assertForbidden(
        get("/api/v1/persistentvolumes"), "can only get individual resources of this type");
    try (ApiWatch all =
        node.watch(TestingServer.request("GET", CORE + "secrets").with("watch", "true"))) {
      assertThat(all.status()).isEqualTo(403);
    }
  }

  @Test
  void losesAccessWithItsLastPod() {
    assertAllowed(get(CORE + "secrets/volume"));

    server.delete(CORE + "pods/here?gracePeriodSeconds=0");

    assertForbidden(get(CORE + "secrets/volume"), NO_RELATION);
    assertForbidden(get("/api/v1/persistentvolumes/disk"), NO_RELATION);
  }

  @Test
  void identifiesNodesByNameAndGroup() throws IOException {
    ApiRequest secret = TestingServer.request("GET", CORE + "secrets/volume");
    ApiTransport noGroup = server.server.transport("system:node:n1", List.of(User.AUTHENTICATED));

    assertThat(noGroup.call(secret).status()).isEqualTo(403);
    assertThat(node("someone").call(secret).status()).isEqualTo(403);
    assertThat(node("system:node:n2").call(secret).status()).isEqualTo(403);
    assertForbidden(node("system:node:").call(secret), "unknown node for user \"system:node:\"");
    assertThat(node.call(secret).status()).isEqualTo(200);
  }

  @Test
  void readsItsOwnPodsAndNode() {
    assertAllowed(get(CORE + "pods/here"));
    assertAllowed(get("/api/v1/pods?fieldSelector=spec.nodeName=n1"));
    assertAllowed(get("/api/v1/nodes/n1"));
    assertAllowed(get("/api/v1/nodes?fieldSelector=metadata.name=n1"));
    assertAllowed(get("/api/v1/services"));
    assertAllowed(get("/apis/node.k8s.io/v1/runtimeclasses"));

    assertForbidden(get(CORE + "pods/there"), NO_RELATION);
    String selector = "can only list/watch pods with spec.nodeName field selector";
    assertForbidden(get("/api/v1/pods"), selector);
    assertForbidden(get("/api/v1/pods?fieldSelector=spec.nodeName=n2"), selector);
    assertForbidden(get("/api/v1/pods?fieldSelector=spec.nodeName!=n1"), selector);
    assertForbidden(
        get("/api/v1/nodes"), "node 'n1' cannot read all nodes, only its own Node object");
    assertForbidden(
        get("/api/v1/nodes/n2"), "node 'n1' cannot read 'n2', only its own Node object");
    assertThat(get("/apis/apps/v1/deployments").status()).isEqualTo(403);
    assertThat(call("DELETE", "/api/v1/nodes/n1", "").status()).isEqualTo(403);
    assertThat(get(CORE + "pods/here/log").status()).isEqualTo(403);
  }

  @Test
  @Attack("a node relabels or retaints itself, or changes another node")
  void changesOnlyItsOwnNodeAndFewOfItsLabels() {
    String own = "/api/v1/nodes/n1";
    assertAllowed(
        call(
            "PATCH",
            own,
            "{'metadata': {'labels': {'a': 'b', 'example.com/x': 'y',"
                + " 'kubernetes.io/hostname': 'n1', 'x.node.kubernetes.io/z': 'z'}}}"));
    assertAllowed(call("PATCH", own + "/status", "{'status': {'phase': 'Running'}}"));

    assertForbidden(
        call("PATCH", "/api/v1/nodes/n2", "{'metadata': {'labels': {'a': 'b'}}}"),
        "node \"n1\" is not allowed to modify node \"n2\"");
    assertForbidden(
        call("PATCH", "/api/v1/nodes/n2/status", "{'status': {'phase': 'Running'}}"),
        "node \"n1\" is not allowed to modify node \"n2\"");
    assertForbidden(
        call(
            "PATCH",
            own,
            "{'metadata': {'labels': {'node-role.kubernetes.io/control-plane': '',"
                + " 'node-restriction.kubernetes.io/a': '', 'x.k8s.io/b': '', 'ok': ''}}}"),
        "is not allowed to modify labels: node-restriction.kubernetes.io/a,"
            + " node-role.kubernetes.io/control-plane, x.k8s.io/b");
    assertForbidden(
        call("PATCH", own, "{'spec': {'taints': null}}"),
        "node \"n1\" is not allowed to modify taints");
    assertForbidden(
        call(
            "PATCH",
            own,
            "{'metadata': {'ownerReferences': [{'apiVersion': 'v1', 'kind': 'Pod', 'name': 'p',"
                + " 'uid': 'u'}]}}"),
        "node \"n1\" is not allowed to modify ownerReferences");
    server.patch(
        own,
        TestingServer.MERGE,
        "{'metadata': {'labels': {'node-restriction.kubernetes.io/a': 'b'}}}");
    assertForbidden(
        call("PATCH", own, "{'metadata': {'labels': {'node-restriction.kubernetes.io/a': null}}}"),
        "is not allowed to modify labels: node-restriction.kubernetes.io/a");
  }

  @Test
  void registersItselfAlone() throws IOException {
    server.delete("/api/v1/nodes/n1");

    assertForbidden(
        call("POST", "/api/v1/nodes", "{'metadata': {'name': 'n3'}}"),
        "node \"n1\" is not allowed to modify node \"n3\"");
    assertForbidden(
        call(
            "POST",
            "/api/v1/nodes",
            "{'metadata': {'name': 'n1', 'labels': {'node-role.kubernetes.io/x': ''}}}"),
        "node \"n1\" is not allowed to set the following labels: node-role.kubernetes.io/x");
    assertAllowed(
        call(
            "POST",
            "/api/v1/nodes",
            "{'metadata': {'name': 'n1'}, 'spec': {'taints': [{'key': 'a', 'effect': 'NoSchedule'}]}}"));
  }

  @Test
  void keepsItsOwnLeaseAndCsiNode() {
    assertAllowed(call("POST", LEASES, "{'metadata': {'name': 'n1'}}"));
    assertAllowed(get(LEASES + "/n1"));
    assertAllowed(call("PATCH", LEASES + "/n1", "{'spec': {'holderIdentity': 'n1'}}"));
    create(LEASES, "{'metadata': {'name': 'n2'}}");

    String same = "can only access node lease with the same name as the requesting node";
    assertForbidden(call("POST", LEASES, "{'metadata': {'name': 'n3'}}"), same);
    assertForbidden(get(LEASES + "/n2"), same);
    assertForbidden(call("PATCH", LEASES + "/n2", "{}"), same);
    assertForbidden(get(LEASES), "can only get, create, update, patch, or delete a node lease");
    assertForbidden(
        get(LEASES.replace("kube-node-lease", "default") + "/n1"),
        "can only access leases in the \"kube-node-lease\" system namespace");
    assertAllowed(call("DELETE", LEASES + "/n1", ""));

    String csi = "/apis/storage.k8s.io/v1/csinodes";
    String body = "{'metadata': {'name': '%s'}, 'spec': {'drivers': []}}";
    assertForbidden(
        call("POST", csi, body.formatted("n2")),
        "can only access CSINode with the same name as the requesting node");
    assertAllowed(call("POST", csi, body.formatted("n1")));
    assertForbidden(
        get(csi + "/n2"), "can only access CSINode with the same name as the requesting node");
  }

  @Test
  @Attack("a node changes, evicts or deletes pods of other nodes")
  void reportsEvictsAndDeletesItsOwnPodsAlone() {
    String status = "{'status': {'phase': 'Running'}}";
    assertAllowed(call("PATCH", CORE + "pods/here/status", status));

    assertForbidden(
        call("PATCH", CORE + "pods/there/status", status),
        "node \"n1\" can only update pod status for pods with spec.nodeName set to itself");
    assertForbidden(
        call("PATCH", CORE + "pods/here/status", "{'metadata': {'labels': {'a': 'b'}}}"),
        "node \"n1\" cannot update labels through pod status");
    assertForbidden(
        call(
            "PATCH",
            CORE + "pods/here/status",
            "{'status': {'resourceClaimStatuses': [{'name': 'gpu', 'resourceClaimName': 'x'}]}}"),
        "node \"n1\" cannot update resource claim statues");
    String eviction = "{'apiVersion': 'policy/v1', 'kind': 'Eviction', 'metadata': {'name': '%s'}}";
    assertForbidden(
        call("POST", CORE + "pods/there/eviction", eviction.formatted("there")),
        "node n1 can only evict pods with spec.nodeName set to itself");
    assertThat(message(call("POST", CORE + "pods/none/eviction", eviction.formatted("none"))))
        .isEqualTo("pod \"none\" not found");
    assertForbidden(
        call("DELETE", CORE + "pods/there", ""),
        "node \"n1\" can only delete pods with spec.nodeName set to itself");
    assertThat(call("PATCH", CORE + "pods/here", "{}").status()).isEqualTo(403);

    assertAllowed(call("POST", CORE + "pods/here/eviction", eviction.formatted("here")));
    assertAllowed(call("DELETE", CORE + "pods/here?gracePeriodSeconds=0", ""));
  }

  @Test
  @Attack("a node creates a pod that opens a Secret to it")
  void createsMirrorPodsOfItsOwnAlone() {
    String pod =
        """
        {'metadata': {'name': 'mirror', %s}, 'spec': {%s,
           'containers': [{'name': 'c', 'image': 'i'}]}}
        """;
    String annotation = "'annotations': {'kubernetes.io/config.mirror': 'x'}";
    String owner =
        annotation
            + ", 'ownerReferences': [{'apiVersion': 'v1', 'kind': 'Node', 'name': 'n1', 'uid':"
            + " '%s', 'controller': %s}]";
    String own = owner.formatted(uid("/api/v1/nodes/n1"), "true");

    assertForbidden(
        call("POST", CORE + "pods", pod.formatted("'labels': {}", "'nodeName': 'n1'")),
        "pod does not have \"kubernetes.io/config.mirror\" annotation, node \"n1\" can only create"
            + " mirror pods");
    assertForbidden(
        call("POST", CORE + "pods", pod.formatted(own, "'nodeName': 'n2'")),
        "node \"n1\" can only create pods with spec.nodeName set to itself");
    assertForbidden(
        call("POST", CORE + "pods", pod.formatted(annotation, "'nodeName': 'n1'")),
        "node \"n1\" can only create pods with an owner reference set to itself");
    assertForbidden(
        call(
            "POST",
            CORE + "pods",
            pod.formatted(owner.formatted("wrong", "true"), "'nodeName': 'n1'")),
        "node n1 UID mismatch: expected wrong got " + uid("/api/v1/nodes/n1"));
    assertForbidden(
        call(
            "POST",
            CORE + "pods",
            pod.formatted(owner.formatted("wrong", "false"), "'nodeName': 'n1'")),
        "node \"n1\" can only create pods with a controller owner reference set to itself");
    assertForbidden(
        call(
            "POST",
            CORE + "pods",
            pod.formatted(own, "'nodeName': 'n1', 'imagePullSecrets': [{'name': 'other'}]")),
        "node \"n1\" can not create pods that reference secrets");
    assertForbidden(
        call(
            "POST",
            CORE + "pods",
            pod.formatted(
                own,
                "'nodeName': 'n1', 'volumes': [{'name': 'v', 'persistentVolumeClaim':"
                    + " {'claimName': 'x'}}]")),
        "node \"n1\" can not create pods that reference persistentvolumeclaims");
    assertForbidden(get(CORE + "secrets/other"), NO_RELATION);

    assertAllowed(call("POST", CORE + "pods", pod.formatted(own, "'nodeName': 'n1'")));
    assertAllowed(call("DELETE", CORE + "pods/mirror?gracePeriodSeconds=0", ""));
  }

  @Test
  @Attack("a mirror pod that refers to a Secret opens it to its node")
  void readsNothingThroughMirrorPods() {
    create(
        CORE + "pods",
        """
        {'metadata': {'name': 'm', 'annotations': {'kubernetes.io/config.mirror': 'x'}},
         'spec': {'nodeName': 'n1', 'imagePullSecrets': [{'name': 'unrelated'}],
           'containers': [{'name': 'c', 'image': 'i'}]}}
        """);

    assertForbidden(get(CORE + "secrets/unrelated"), NO_RELATION);
  }

  @Test
  @Attack("a node requests tokens of service accounts it does not run")
  void requestsTokensBoundToItsPodsAlone() {
    String request =
        "{'apiVersion': 'authentication.k8s.io/v1', 'kind': 'TokenRequest', 'spec':"
            + " {'audiences': [%s], %s}}";
    String bound =
        "'boundObjectRef': {'apiVersion': 'v1', 'kind': 'Pod', 'name': '%s', 'uid': '%s'}";
    String here = bound.formatted("here", uid(CORE + "pods/here"));
    String path = CORE + "serviceaccounts/robot/token";

    assertAllowed(call("POST", path, request.formatted("'vault'", here)));

    assertForbidden(
        call("POST", CORE + "serviceaccounts/elsewhere/token", request.formatted("", here)),
        NO_RELATION);
    assertForbidden(
        call(
            "POST",
            path,
            "{'apiVersion': 'authentication.k8s.io/v1', 'kind': 'TokenRequest',"
                + " 'spec': {'audiences': ['vault']}}"),
        "node requested token not bound to a pod");
    assertForbidden(
        call("POST", path, request.formatted("'vault'", bound.formatted("here", ""))),
        "node requested token with a pod binding without a uid");
    assertForbidden(
        call("POST", path, request.formatted("'vault'", bound.formatted("here", "u"))),
        "the UID in the bound object reference (u) does not match the UID in record. The object"
            + " might have been deleted and then recreated");
    assertForbidden(
        call(
            "POST",
            path,
            request.formatted("'vault'", bound.formatted("there", uid(CORE + "pods/there")))),
        "node requested token bound to a pod scheduled on a different node");
    assertForbidden(
        call("POST", path, request.formatted("'bank'", here)),
        "audience \"bank\" not found in pod spec volume, system:node:n1 is not authorized to"
            + " request tokens for this audience");
    assertForbidden(
        call("POST", path, request.formatted("'bank', 'vault'", here)),
        "node may only request 0 or 1 audiences");
    assertForbidden(
        call("POST", CORE + "serviceaccounts", "{'metadata': {'name': 'x'}}"),
        "can only create tokens for individual service accounts");
  }

  @Test
  void updatesTheStatusOfClaimsOfItsPodsAlone() {
    String claim = CORE + "persistentvolumeclaims/claim";
    assertAllowed(
        call(
            "PATCH",
            claim + "/status",
            "{'status': {'conditions': [{'type': 'FileSystemResizePending', 'status': 'True'}]}}"));
    ApiResponse relabelled =
        call("PATCH", claim + "/status", "{'metadata': {'labels': {'a': 'b'}}}");
    assertThat(relabelled.status()).isEqualTo(403);
    assertThat(message(relabelled))
        .contains(
            "node \"n1\" is not allowed to update fields other than status.quantity and"
                + " status.conditions");
    assertForbidden(call("PATCH", claim, "{}"), "can only get individual resources of this type");
    assertForbidden(call("PATCH", CORE + "persistentvolumeclaims/x/status", "{}"), NO_RELATION);
  }

  @Test
  @Attack("a node requests the certificate of another node")
  void requestsCertificatesForItselfAlone() throws Exception {
    String path = "/apis/certificates.k8s.io/v1/certificatesigningrequests";
    String body =
        """
        {'metadata': {'name': '%s'},
         'spec': {'signerName': 'kubernetes.io/kube-apiserver-client-kubelet', 'request': '%s',
           'usages': ['client auth', 'digital signature']}}
        """;

    assertAllowed(
        call("POST", path, body.formatted("own", request("O=system:nodes,CN=system:node:n1"))));
    for (String subject :
        List.of(
            "O=system:nodes,CN=system:node:n2",
            "O=system:nodes,CN=system:node:n1,CN=system:node:n2")) {
      assertForbidden(
          call("POST", path, body.formatted("other", request(subject))),
          "can only create a node CSR with CN=system:node:n1");
    }
  }

  private static String request(String subject) throws Exception {
    var keys = KeyPairGenerator.getInstance("EC").generateKeyPair();
    var request =
        new JcaPKCS10CertificationRequestBuilder(new X500Name(subject), keys.getPublic())
            .build(new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate()));
    var bytes = new ByteArrayOutputStream();
    try (var pem = new PemWriter(new OutputStreamWriter(bytes, StandardCharsets.US_ASCII))) {
      pem.writeObject(new PemObject("CERTIFICATE REQUEST", request.getEncoded()));
    }
    return Base64.getEncoder().encodeToString(bytes.toByteArray());
  }

  @Test
  void writesItsOwnResourceSlicesAlone() {
    String path = "/apis/resource.k8s.io/v1/resourceslices";
    String slice =
        "{'metadata': {'name': '%1$s'}, 'spec': {'driver': 'd.example.com', 'nodeName': '%1$s',"
            + " 'pool': {'name': 'p', 'generation': 1, 'resourceSliceCount': 1}}}";
    create(path, slice.formatted("n2"));

    assertForbidden(
        call("POST", path, slice.formatted("n3")),
        "can only create ResourceSlice with the same NodeName as the requesting node");
    assertAllowed(call("POST", path, slice.formatted("n1")));
    assertAllowed(get(path + "/n1"));
    assertAllowed(get(path + "?fieldSelector=spec.nodeName=n1"));
    assertForbidden(get(path + "/n2"), NO_RELATION);
    assertForbidden(
        get(path),
        "can only list/watch/deletecollection resourceslices with nodeName field selector");
    assertAllowed(call("DELETE", path + "?fieldSelector=spec.nodeName=n1", ""));
    assertThat(server.get(path + "/n1").status()).isEqualTo(404);
    assertThat(server.get(path + "/n2").status()).isEqualTo(200);
  }

  @Test
  void answersReviewsAboutNodes() {
    String review =
        """
        {'spec': {'user': 'system:node:n1', 'groups': ['system:nodes'],
          'resourceAttributes': {'verb': 'get', 'resource': 'secrets', 'namespace': 'default',
            'name': '%s'}}}
        """;
    String path = "/apis/authorization.k8s.io/v1/subjectaccessreviews";

    assertThat(
            TestingServer.json(server.post(path, review.formatted("volume")))
                .at("/status/allowed")
                .asBoolean())
        .isTrue();
    var denied = TestingServer.json(server.post(path, review.formatted("other"))).path("status");
    assertThat(denied.path("allowed").asBoolean()).isFalse();
    assertThat(denied.path("reason").asText()).isEqualTo(NO_RELATION);
    var rules =
        TestingServer.json(
                call(
                    "POST",
                    "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews",
                    "{'spec': {'namespace': 'default'}}"))
            .path("status");
    assertThat(rules.path("incomplete").asBoolean()).isTrue();
    assertThat(rules.path("evaluationError").asText())
        .isEqualTo("node authorizer does not support user rule resolution");
  }
}
