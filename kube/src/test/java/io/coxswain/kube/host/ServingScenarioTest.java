package io.coxswain.kube.host;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.ApiRequest;
import io.coxswain.evidence.Scenario;
import io.coxswain.runtime.http.EndpointResponse;
import io.coxswain.sim.Script;
import io.coxswain.sim.World;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the program serves, and to whom. */
class ServingScenarioTest {
  private static final String DELEGATE = "--authentication-kubeconfig=/etc/kubeconfig";
  private static final String AUTHORIZE = "--authorization-kubeconfig=/etc/kubeconfig";

  private static void play(String name, SimulatedManager one, Script script) {
    Keys.shared().writeTo(one.files);
    Worlds.of(name, one)
        .script(
            world -> {
              world.await("it leads", () -> Worlds.holder(world).startsWith("one_"));
              world.awaitIdle();
              script.run(world);
            })
        .run(1);
  }

  private static List<X509Certificate> master() {
    return Keys.shared().client("O=system:masters,CN=admin");
  }

  @Test
  @Scenario("kcm-host-1")
  void servesHealthWithASelfSignedCertificate() {
    var one = SimulatedManager.bare("one", "--kubeconfig=/etc/kubernetes/admin.conf");
    one.files.clear();
    try (var logs = new Logs()) {
      Worlds.of("no flags", one)
          .script(
              world -> {
                world.await("it leads", () -> Worlds.holder(world).startsWith("one_"));
                assertThat(one.addresses).containsExactly("0.0.0.0:10257");
                EndpointResponse health = one.get("/healthz");
                assertThat(health.status()).isEqualTo(200);
                assertThat(health.text()).isEqualTo("ok");
                assertThat(health.headers()).containsEntry("Cache-Control", "no-cache, private");
                assertThat(logs.lines()).contains("Generated self-signed cert in-memory");
              })
          .run(1);
    }
  }

  @Test
  @Scenario("kcm-host-8")
  void runsTheConfiguredNumberOfWorkers() {
    var one =
        new SimulatedManager(
            "one",
            "--concurrent_rc_syncs=7",
            "--feature-gates=ComponentFlagz=true",
            "--client-ca-file=/pki/ca.crt");
    play(
        "workers",
        one,
        world -> {
          assertThat(one.tasks.names.stream().filter(n -> n.matches("replicationmanager \\d+")))
              .hasSize(7);
          assertThat(one.get("/flagz", master()).text())
              .startsWith("\nkube-controller-manager flagz\nWarning: ")
              .contains("\nconcurrent-rc-syncs=7\n");
          JsonNode page =
              Json.tree(
                  one.send(
                          "GET",
                          "/flagz",
                          Map.of("accept", "application/json;v=v1alpha1;g=config.k8s.io;as=Flagz"),
                          "",
                          master())
                      .body());
          assertThat(page.path("flags").path("concurrent-rc-syncs").asText()).isEqualTo("7");
        });
  }

  private static String token(World world, String account) throws Exception {
    var _ =
        world
            .objects()
            .create(
                Json.yamlMapper()
                    .readValue(
                        "metadata: {namespace: default, name: %s}".formatted(account),
                        ServiceAccount.class));
    String path = "/api/v1/namespaces/default/serviceaccounts/" + account + "/token";
    byte[] answer =
        world
            .objects()
            .call(
                ApiRequest.of("POST", path)
                    .body(
                        "application/json",
                        "{\"apiVersion\":\"authentication.k8s.io/v1\",\"kind\":\"TokenRequest\"}"
                            .getBytes(StandardCharsets.UTF_8)))
            .body();
    return Json.tree(answer).path("status").path("token").asText();
  }

  @Test
  @Scenario("kcm-host-20")
  void servesMetricsToAuthorizedUsers() {
    var one = new SimulatedManager("one", DELEGATE, AUTHORIZE);
    play(
        "metrics",
        one,
        world -> {
          EndpointResponse anonymous = one.get("/metrics");
          assertThat(anonymous.status()).isEqualTo(403);
          assertThat(Json.tree(anonymous.body()).path("message").asText())
              .isEqualTo("forbidden: User \"system:anonymous\" cannot get path \"/metrics\"");
          assertThat(one.get("/metrics", "no-such-token").status()).isEqualTo(401);

          String token = token(world, "prober");
          assertThat(one.get("/metrics", token).status()).isEqualTo(403);
          allow(world, "prober", "/metrics");
          // A no is remembered for ten seconds.
          assertThat(one.get("/metrics", token).status()).isEqualTo(403);
          world.run(Duration.ofSeconds(11));
          EndpointResponse metrics = one.get("/metrics", token);
          assertThat(metrics.status()).isEqualTo(200);
          assertThat(metrics.text())
              .contains(
                  "leader_election_master_status{name=\"kube-controller-manager\"} 1",
                  "kubernetes_feature_enabled{name=\"JobManagedBy\",stage=\"\"} 1",
                  "version_info{binary=\"1.35.8\",component=\"kube\",emulation=\"1.35\",min_compat=\"1.34\"} 1",
                  "workqueue_depth{name=\"deployment\"}",
                  "apiserver_delegated_authn_request_total{code=\"201\"}",
                  "registered_metrics_total{deprecated_version=\"\",stability_level=\"BETA\"} 4.0\n");
        });
  }

  private static void allow(World world, String account, String path) throws Exception {
    var _ =
        world
            .objects()
            .create(
                Json.yamlMapper()
                    .readValue(
                        """
                        metadata: {name: reader}
                        rules: [{nonResourceURLs: ["%s"], verbs: [get]}]
                        """
                            .formatted(path),
                        ClusterRole.class));
    var _ =
        world
            .objects()
            .create(
                Json.yamlMapper()
                    .readValue(
                        """
                        metadata: {name: reader}
                        roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: reader}
                        subjects: [{kind: ServiceAccount, namespace: default, name: %s}]
                        """
                            .formatted(account),
                        ClusterRoleBinding.class));
  }

  @Test
  @Scenario("kcm-host-21")
  void servesLivezUnlessItIsToBeAsUpstream() {
    var compatible = new SimulatedManager("one", "--upstream-compat");
    play(
        "as upstream",
        compatible,
        world -> {
          assertThat(compatible.get("/livez").status()).isEqualTo(404);
          assertThat(compatible.get("/readyz").status()).isEqualTo(404);
          assertThat(compatible.get("/healthz").status()).isEqualTo(200);
        });

    var better = new SimulatedManager("one");
    play(
        "better",
        better,
        world -> {
          assertThat(better.get("/livez").text()).isEqualTo("ok");
          world.run(Duration.ofSeconds(1));
          assertThat(better.get("/readyz?verbose").text())
              .contains("[+]deployment-controller ok\n");
        });
  }

  @Test
  @Scenario("kcm-host-22")
  void authorizesMastersByCertificateWithoutReview() {
    var one = new SimulatedManager("one", DELEGATE, AUTHORIZE, "--client-ca-file=/pki/ca.crt");
    play(
        "client certificates",
        one,
        world -> {
          EndpointResponse configz = one.get("/configz", master());
          assertThat(configz.status()).isEqualTo(200);
          JsonNode generic =
              Json.tree(configz.body()).path("kubecontrollermanager.config.k8s.io").path("Generic");
          assertThat(generic.path("MinResyncPeriod").asText()).isEqualTo("12h0m0s");
          assertThat(one.api.writesTo("/subjectaccessreviews")).isEmpty();
          assertThat(one.api.writesTo("/tokenreviews")).isEmpty();

          assertThat(one.get("/metrics", master()).text())
              .contains("apiserver_client_certificate_expiration_seconds_count 2\n");

          assertThat(one.get("/configz", Keys.shared().stranger()).status()).isEqualTo(401);
          assertThat(one.get("/configz", Keys.shared().client("CN=nobody")).status())
              .isEqualTo(403);
          assertThat(one.api.writesTo("/subjectaccessreviews")).hasSize(1);
        });
  }

  @Test
  void acceptsTheUserFromATrustedProxy() {
    var one =
        new SimulatedManager(
            "one",
            "--client-ca-file=/pki/ca.crt",
            "--requestheader-client-ca-file=/pki/front-proxy-ca.crt");
    Map<String, String> headers =
        Map.of("x-remote-user", "admin", "x-remote-group", "system:masters");
    play(
        "proxy",
        one,
        world -> {
          assertThat(one.send("GET", "/configz", headers, "", Keys.shared().proxy()).status())
              .isEqualTo(200);
          // Without the proxy's certificate the headers say nothing.
          assertThat(one.send("GET", "/configz", headers, "", List.of()).status()).isEqualTo(403);
        });
  }

  @Test
  void readsClientCasFromTheClusterByDefault() {
    var one = new SimulatedManager("one", DELEGATE, AUTHORIZE);
    var published = ObjectKey.of("kube-system", "extension-apiserver-authentication");
    play(
        "lookup",
        one,
        world -> {
          assertThat(one.get("/configz", master()).status()).isEqualTo(403);
          if (world.objects().find(ConfigMap.class, published).isEmpty()) {
            var _ =
                world
                    .objects()
                    .create(
                        new ConfigMapBuilder()
                            .withNewMetadata()
                            .withNamespace(published.namespace())
                            .withName(published.name())
                            .endMetadata()
                            .build());
          }
          world
              .objects()
              .edit(
                  ConfigMap.class,
                  published,
                  map -> map.setData(Map.of("client-ca-file", Keys.shared().rootCa())));
          world.run(Duration.ofSeconds(1));
          assertThat(one.get("/configz", master()).status()).isEqualTo(200);
        });
  }

  @Test
  @Scenario("kcm-host-23")
  void doesNotCacheHealthChecksIfDisabled() {
    var one = new SimulatedManager("one", "--client-ca-file=/pki/ca.crt");
    play(
        "slis",
        one,
        world -> {
          assertThat(one.get("/healthz").status()).isEqualTo(200);
          assertThat(one.get("/healthz").status()).isEqualTo(200);
          String line =
              "kubernetes_healthchecks_total{name=\"leaderElection\",status=\"success\",type=\"healthz\"} ";
          assertThat(one.get("/metrics/slis", master()).text()).contains(line + "2");

          EndpointResponse reset = one.send("DELETE", "/metrics/slis", Map.of(), "", master());
          assertThat(reset.text()).isEqualTo("metrics reset\n");
          assertThat(one.get("/metrics/slis", master()).text()).doesNotContain(line);
          assertThat(one.get("/healthz").status()).isEqualTo(200);
          assertThat(one.get("/metrics/slis", master()).text()).contains(line + "1");
        });
  }

  @Test
  @Scenario("kcm-host-33")
  void servesTheGarbageCollectorGraphToAuthorizedUsers() {
    var one = new SimulatedManager("one", "--client-ca-file=/pki/ca.crt");
    play(
        "graph",
        one,
        world -> {
          ConfigMap owner = create(world, "metadata: {namespace: default, name: owner}");
          ConfigMap owned =
              create(
                  world,
                  """
                  metadata:
                    namespace: default
                    name: owned
                    ownerReferences: [{apiVersion: v1, kind: ConfigMap, name: owner, uid: %s}]
                  """
                      .formatted(owner.getMetadata().getUid()));
          world.run(Duration.ofSeconds(1));
          String path =
              "/debug/controllers/garbage-collector-controller/graph?uid="
                  + owned.getMetadata().getUid();
          assertThat(one.get(path).status()).isEqualTo(403);

          EndpointResponse graph = one.get(path, master());
          assertThat(graph.status()).isEqualTo(200);
          assertThat(graph.text())
              .startsWith("strict digraph full {\n")
              .contains("uid=\"" + owned.getMetadata().getUid() + "\"")
              .contains("uid=\"" + owner.getMetadata().getUid() + "\"")
              .containsPattern("\n  [01] -> [01];\n");
        });
  }

  @Test
  void servesWhatTriggeredReconcilesToAuthorizedUsers() {
    var one = new SimulatedManager("one", "--client-ca-file=/pki/ca.crt");
    play(
        "triggers",
        one,
        world -> {
          world.run(Duration.ofSeconds(5));
          String path = "/debug/controllers/serviceaccount/default";
          assertThat(one.get(path).status()).isEqualTo(403);

          assertThat(one.get("/debug/controllers", master()).text().lines())
              .contains("serviceaccount", "deployment");
          EndpointResponse triggers = one.get(path, master());
          assertThat(triggers.status()).isEqualTo(200);
          assertThat(triggers.text()).contains("Namespace");
        });
  }

  private static ConfigMap create(World world, String yaml) throws Exception {
    return world.objects().create(Json.yamlMapper().readValue(yaml, ConfigMap.class));
  }

  @Test
  @Scenario("kcm-host-34")
  void changesHowMuchIsLoggedWhileItRuns() {
    var one = new SimulatedManager("one", "--client-ca-file=/pki/ca.crt", "-v=2");
    play(
        "verbosity",
        one,
        world -> {
          assertThat(one.logging.verbosity()).isEqualTo(2);
          EndpointResponse answer = one.send("PUT", "/debug/flags/v", Map.of(), "4", master());
          assertThat(answer.status()).isEqualTo(200);
          assertThat(answer.text()).isEqualTo("successfully set klog.logging.verbosity to 4\n");
          assertThat(one.logging.verbosity()).isEqualTo(4);
          assertThat(one.send("PUT", "/debug/flags/v", Map.of(), "x", master()).status())
              .isEqualTo(400);
        });
  }

  @Test
  void failsWhenThePortIsTaken() throws Exception {
    try (var logs = new Logs()) {
      var one = new SimulatedManager("one");
      one.portTaken = true;
      Worlds.of("port taken", one)
          .script(
              world -> {
                world.await("the end", () -> one.exitCode() != null);
                assertThat(one.exitCode()).isEqualTo(1);
                assertThat(String.join("\n", logs.lines())).contains("failed to create listener");
              })
          .run(1);
    }
  }

  @Test
  void servesProfilesForPprof() {
    var one = new SimulatedManager("one", DELEGATE, AUTHORIZE, "--client-ca-file=/pki/ca.crt");
    play(
        "profiles",
        one,
        world -> {
          EndpointResponse heap = one.get("/debug/pprof/heap", master());
          assertThat(heap.status()).isEqualTo(200);
          assertThat(heap.contentType()).isEqualTo("application/octet-stream");
          assertThat(heap.body()).startsWith(0x1f, 0x8b);

          assertThat(one.get("/debug/pprof/heap?debug=1", master()).contentType())
              .startsWith("text/plain");
          assertThat(one.get("/debug/pprof/profile?seconds=301", master()).status()).isEqualTo(400);
          assertThat(one.get("/debug/pprof/heap").status()).isEqualTo(403);
        });
  }
}
