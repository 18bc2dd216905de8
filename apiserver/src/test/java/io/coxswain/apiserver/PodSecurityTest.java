package io.coxswain.apiserver;

import static io.coxswain.apiserver.TestingServer.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.Env;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The pod security standards, as the labels of namespaces demand them. */
class PodSecurityTest {
  private static final String GOOD =
      "{'name':'c','image':'x','securityContext':{'allowPrivilegeEscalation':false,"
          + "'runAsNonRoot':true,'capabilities':{'drop':['ALL']},"
          + "'seccompProfile':{'type':'RuntimeDefault'}}}";

  private final TestingServer server = new TestingServer();

  private void namespace(String name, String labels) {
    ApiResponse made =
        server.post(
            "/api/v1/namespaces", "{'metadata':{'name':'" + name + "','labels':{" + labels + "}}}");
    assertThat(made.status()).isEqualTo(201);
  }

  private static String label(String mode, String value) {
    return "'pod-security.kubernetes.io/" + mode + "':'" + value + "'";
  }

  private ApiResponse pod(String namespace, String name, String spec) {
    return server.post(
        "/api/v1/namespaces/" + namespace + "/pods",
        "{'metadata':{'name':'" + name + "'},'spec':{" + spec + "}}");
  }

  private static String message(ApiResponse refusal) {
    assertThat(refusal.status()).isEqualTo(403);
    return json(refusal).path("message").asText();
  }

  private static List<String> warnings(ApiResponse response) {
    return response.headers().getOrDefault("warning", List.of());
  }

  @Test
  void aRestrictedNamespaceRejectsAPlainPodWithTheReasons() {
    namespace("strict", label("enforce", "restricted"));
    assertThat(message(pod("strict", "p", "'containers':[{'name':'c','image':'x'}]")))
        .isEqualTo(
            "pods \"p\" is forbidden: violates PodSecurity \"restricted:latest\":"
                + " allowPrivilegeEscalation != false (container \"c\" must set"
                + " securityContext.allowPrivilegeEscalation=false), unrestricted capabilities"
                + " (container \"c\" must set securityContext.capabilities.drop=[\"ALL\"]),"
                + " runAsNonRoot != true (pod or container \"c\" must set"
                + " securityContext.runAsNonRoot=true), seccompProfile (pod or container \"c\""
                + " must set securityContext.seccompProfile.type to \"RuntimeDefault\" or"
                + " \"Localhost\")");
    assertThat(pod("strict", "q", "'containers':[" + GOOD + "]").status()).isEqualTo(201);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          'hostNetwork':true,'hostPID':true | host namespaces (hostNetwork=true, hostPID=true)
          'volumes':[{'name':'v','hostPath':{'path':'/'}}] | hostPath volumes (volume "v")
          'securityContext':{'sysctls':[{'name':'kernel.msgmax','value':'1'}]} | forbidden sysctls (kernel.msgmax)
          'securityContext':{'seccompProfile':{'type':'Unconfined'}} | seccompProfile (pod must not set securityContext.seccompProfile.type to "Unconfined")
          'securityContext':{'seLinuxOptions':{'type':'x_t','user':'u'}} | seLinuxOptions (pod set forbidden securityContext.seLinuxOptions: type "x_t"; user may not be set)
          'securityContext':{'appArmorProfile':{'type':'Unconfined'}} | forbidden AppArmor profile (pod must not set AppArmor profile type to "Unconfined")
          'initContainers':[{'name':'i','image':'x','securityContext':{'capabilities':{'add':['SYS_TIME','BPF']}}}] | non-default capabilities (container "i" must not include "BPF", "SYS_TIME" in securityContext.capabilities.add)
          'initContainers':[{'name':'i','image':'x','ports':[{'containerPort':80,'hostPort':81}]}] | hostPort (container "i" uses hostPort 81)
          'initContainers':[{'name':'i','image':'x','lifecycle':{'preStop':{'httpGet':{'port':1,'host':'h'}}},'restartPolicy':'Always'}] | probe or lifecycle host (container "i" uses probe or lifecycle host "h")
          """)
  void theBaselineRejectsAccessToTheNode(String spec, String why) {
    namespace("base", label("enforce", "baseline"));
    String plain = "'containers':[{'name':'c','image':'x'}]";
    assertThat(message(pod("base", "p", spec + "," + plain)))
        .isEqualTo("pods \"p\" is forbidden: violates PodSecurity \"baseline:latest\": " + why);
    assertThat(pod("base", "q", plain).status()).isEqualTo(201);
    assertThat(pod("default", "p", spec + "," + plain).status()).isEqualTo(201);
  }

  @Test
  void theBaselineRejectsPrivilegedContainers() throws IOException {
    var lenient =
        ApiServer.create(Env.production(), ApiServerOptions.plain().withPrivileged())
            .transport("admin", List.of("system:masters"));
    for (String level : List.of("privileged", "baseline")) {
      lenient.call(
          post(
              "",
              "{'metadata':{'name':'" + level + "','labels':{" + label("enforce", level) + "}}}"));
    }
    String pod =
        "{'metadata':{'name':'p'},'spec':{'containers':[{'name':'c','image':'x',"
            + "'securityContext':{'privileged':true}}]}}";
    assertThat(lenient.call(post("/privileged/pods", pod)).status()).isEqualTo(201);
    assertThat(message(lenient.call(post("/baseline/pods", pod))))
        .endsWith("privileged (container \"c\" must not set securityContext.privileged=true)");
  }

  private static ApiRequest post(String path, String json) {
    return ApiRequest.of("POST", "/api/v1/namespaces" + path)
        .body("application/json", json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void reportsBaselineViolationsFirstAndNoneTwice() {
    namespace("strict", label("enforce", "restricted"));
    String told =
        message(
            pod(
                "strict",
                "p",
                "'hostIPC':true,'volumes':[{'name':'v','hostPath':{'path':'/'}}],'containers':["
                    + GOOD.replace("'ALL'", "'NET_RAW'")
                    + "]"));
    assertThat(told)
        .endsWith(
            "host namespaces (hostIPC=true), unrestricted capabilities (container \"c\" must set"
                + " securityContext.capabilities.drop=[\"ALL\"]), restricted volume types (volume"
                + " \"v\" uses restricted volume type \"hostPath\")");
  }

  @Test
  void anOlderVersionHasFewerChecks() {
    namespace("old", label("enforce", "restricted") + "," + label("enforce-version", "v1.10"));
    assertThat(message(pod("old", "p", "'containers':[{'name':'c','image':'x'}]")))
        .contains("\"restricted:v1.10\": allowPrivilegeEscalation != false")
        .doesNotContain("seccompProfile", "capabilities");
  }

  @Test
  void warnsOfTemplatesThatViolateTheLevel() {
    namespace("strict", label("enforce", "baseline") + "," + label("warn", "restricted"));
    ApiResponse made =
        server.post(
            "/apis/batch/v1/namespaces/strict/jobs",
            "{'metadata':{'name':'j'},'spec':{'template':{'spec':{'restartPolicy':'Never',"
                + "'containers':[{'name':'c','image':'x'}]}}}}");
    assertThat(made.status()).isEqualTo(201);
    assertThat(warnings(made)).hasSize(1);
    assertThat(warnings(made).getFirst())
        .contains("would violate PodSecurity \\\"restricted:latest\\\": allowPrivilegeEscalation");
  }

  @Test
  void rejectsInvalidLevelLabels() {
    ApiResponse refused =
        server.post(
            "/api/v1/namespaces",
            "{'metadata':{'name':'n','labels':{"
                + label("enforce", "harsh")
                + ","
                + label("warn-version", "1.2")
                + "}}}");
    assertThat(refused.status()).isEqualTo(422);
    assertThat(json(refused).path("message").asText())
        .contains(
            "metadata.labels[pod-security.kubernetes.io/enforce]: Invalid value: \"harsh\": must"
                + " be one of privileged, baseline, restricted")
        .contains("must be \"latest\" or \"v1.x\"");
  }

  @Test
  void warnsOfExistingPodsThatViolateAStricterLevel() {
    namespace("n", "");
    for (String name : List.of("a", "b", "c")) {
      pod("n", name, "'hostPID':true,'containers':[{'name':'c','image':'x'}]");
    }
    ApiResponse stricter =
        server.patch(
            "/api/v1/namespaces/n",
            TestingServer.MERGE,
            "{'metadata':{'labels':{" + label("enforce", "baseline") + "}}}");
    assertThat(stricter.status()).isEqualTo(200);
    assertThat(String.join("\n", warnings(stricter)).toLowerCase(Locale.ROOT))
        .contains("existing pods in namespace \\\"n\\\" violate")
        .contains("a (and 2 other pods): host namespaces");
    ApiResponse labelled =
        server.patch(
            "/api/v1/namespaces/n/pods/a",
            TestingServer.MERGE,
            "{'metadata':{'labels':{'still':'welcome'}}}");
    assertThat(labelled.status()).isEqualTo(200);
  }
}
