package io.coxswain.apiserver;

import static io.coxswain.apiserver.TestingServer.MERGE;
import static io.coxswain.apiserver.TestingServer.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.env.ApiResponse;
import io.coxswain.evidence.Scenario;
import java.util.List;
import org.junit.jupiter.api.Test;

final class WorkloadScenarioTest {
  private static final String PODS = "/api/v1/namespaces/default/pods";
  private static final String BUDGETS = "/apis/policy/v1/namespaces/default/poddisruptionbudgets";
  private static final String SETS = "/apis/apps/v1/namespaces/default/statefulsets";
  private static final String DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";
  private static final String JOBS = "/apis/batch/v1/namespaces/default/jobs";
  private static final String TEMPLATE =
      "'selector':{'matchLabels':{'app':'a'}},'template':{'metadata':{'labels':{'app':'a'}},"
          + "'spec':{'containers':[{'name':'c','image':'x:1'}]}}";

  private final TestingServer server = new TestingServer();

  private void pod(String name, String status) {
    server.post(
        PODS,
        "{'metadata':{'name':'"
            + name
            + "','labels':{'app':'a'}},'spec':{'containers':[{'name':'c','image':'x:1'}]}}");
    if (!status.isEmpty()) {
      server.patch(PODS + "/" + name + "/status", MERGE, "{'status':" + status + "}");
    }
  }

  private ApiResponse evict(String name) {
    return server.post(PODS + "/" + name + "/eviction", "{'metadata':{'name':'" + name + "'}}");
  }

  @Test
  @Scenario("apiserver-34")
  void anExhaustedBudgetProtectsReadyPodsButNotPendingOnes() {
    pod("ready", "{'phase':'Running','conditions':[{'type':'Ready','status':'True'}]}");
    pod("pending", "");
    server.post(
        BUDGETS,
        "{'metadata':{'name':'b'},'spec':{'minAvailable':1,'selector':{'matchLabels':{'app':'a'}}}}");
    server.patch(
        BUDGETS + "/b/status",
        MERGE,
        "{'status':{'observedGeneration':1,'disruptionsAllowed':0,'currentHealthy':1,"
            + "'desiredHealthy':1,'expectedPods':1}}");

    ObjectNode refusal = json(evict("ready"));
    ObjectNode success = json(evict("pending"));

    assertThat(refusal.at("/code").asInt()).isEqualTo(429);
    assertThat(refusal.at("/message").asText())
        .isEqualTo("Cannot evict pod as it would violate the pod's disruption budget.");
    assertThat(refusal.at("/details/causes/0/reason").asText()).isEqualTo("DisruptionBudget");
    assertThat(refusal.at("/details/causes/0/message").asText())
        .isEqualTo("The disruption budget b needs 1 healthy pods and has 1 currently");
    assertThat(server.get(PODS + "/ready").status()).isEqualTo(200);
    assertThat(success.at("/status").asText()).isEqualTo("Success");
    assertThat(server.get(PODS + "/pending").status()).isEqualTo(404);
  }

  @Test
  void anEvictionUpdatesTheBudgetAsTheServer() {
    pod("ready", "{'phase':'Running','conditions':[{'type':'Ready','status':'True'}]}");
    server.post(
        BUDGETS,
        "{'metadata':{'name':'b'},'spec':{'minAvailable':1,'selector':{'matchLabels':{'app':'a'}}}}");
    server.patch(
        BUDGETS + "/b/status",
        MERGE,
        "{'status':{'observedGeneration':1,'disruptionsAllowed':1,'currentHealthy':2,"
            + "'desiredHealthy':1,'expectedPods':2}}");

    ObjectNode success = json(evict("ready"));

    ObjectNode budget = json(server.get(BUDGETS + "/b"));
    assertThat(success.at("/code").asInt()).isEqualTo(201);
    assertThat(budget.at("/status/disruptionsAllowed").asInt()).isZero();
    assertThat(budget.at("/status/disruptedPods").has("ready")).isTrue();
    assertThat(budget.at("/status/conditions/0/reason").asText()).isEqualTo("InsufficientPods");
    assertThat(budget.at("/metadata/managedFields").findValuesAsText("manager"))
        .contains("kube-apiserver");
  }

  @Test
  @Scenario("apiserver-35")
  void theServiceNameOfAStatefulSetCannotBeChanged() {
    server.post(SETS, "{'metadata':{'name':'s'},'spec':{'serviceName':'one'," + TEMPLATE + "}}");

    ApiResponse refusal =
        server.patch(SETS + "/s", MERGE, "{'spec':{'serviceName':'two','replicas':3}}");
    ApiResponse change = server.patch(SETS + "/s", MERGE, "{'spec':{'replicas':3}}");

    assertThat(refusal.status()).isEqualTo(422);
    assertThat(json(refusal).at("/message").asText())
        .isEqualTo(
            "StatefulSet.apps \"s\" is invalid: spec: Forbidden: updates to statefulset spec for"
                + " fields other than 'replicas', 'ordinals', 'template', 'updateStrategy',"
                + " 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and"
                + " 'minReadySeconds' are forbidden");
    assertThat(json(change).at("/metadata/generation").asInt()).isEqualTo(2);
  }

  @Test
  void aRejectedPodUpdateShowsTheDifference() {
    pod("p", "");

    ObjectNode refusal =
        json(server.patch(PODS + "/p", MERGE, "{'spec':{'restartPolicy':'Never'}}"));

    assertThat(refusal.at("/details/causes/0/message").asText())
        .startsWith("Forbidden: pod updates may not change fields other than")
        .contains("\n- \"RestartPolicy\": \"Always\",\n+ \"RestartPolicy\": \"Never\",\n");
  }

  @Test
  void aJobWithItsOwnSelectorRequiresManualSelector() {
    ObjectNode refusal =
        json(
            server.post(
                JOBS,
                "{'metadata':{'name':'j'},'spec':{'selector':{'matchLabels':{'a':'b'}},"
                    + "'template':{'spec':{'restartPolicy':'Never',"
                    + "'containers':[{'name':'c','image':'x:1'}]}}}}"));

    assertThat(refusal.at("/code").asInt()).isEqualTo(422);
    assertThat(refusal.at("/details/causes/0/field").asText()).isEqualTo("spec.selector");
    assertThat(refusal.at("/details/causes/0/message").asText())
        .endsWith("`selector` not auto-generated");
  }

  @Test
  void resizeChangesOnlyResources() {
    server.post(
        PODS,
        "{'metadata':{'name':'r'},'spec':{'containers':[{'name':'c','image':'x:1','resources':"
            + "{'requests':{'cpu':'1','memory':'1Gi'}}}]}}");

    ObjectNode resized =
        json(
            server.patch(
                PODS + "/r/resize",
                "application/strategic-merge-patch+json",
                "{'spec':{'containers':[{'name':'c','image':'y:2',"
                    + "'resources':{'requests':{'cpu':'2'}}}]}}"));

    assertThat(resized.at("/spec/containers/0/image").asText()).isEqualTo("x:1");
    assertThat(resized.at("/spec/containers/0/resources/requests/cpu").asText()).isEqualTo("2");
    assertThat(resized.at("/metadata/generation").asInt()).isEqualTo(2);
  }

  @Test
  void ephemeralContainersMayBeAddedButNotChanged() {
    pod("p", "");
    String path = PODS + "/p/ephemeralcontainers";
    String merge = "application/strategic-merge-patch+json";

    ApiResponse added =
        server.patch(path, merge, "{'spec':{'ephemeralContainers':[{'name':'e','image':'x'}]}}");
    ApiResponse changed =
        server.patch(path, merge, "{'spec':{'ephemeralContainers':[{'name':'e','image':'y'}]}}");

    assertThat(added.status()).isEqualTo(200);
    assertThat(changed.status()).isEqualTo(422);
    assertThat(json(changed).at("/message").asText())
        .contains("existing ephemeral containers \"e\" may not be changed\n@@ -1,6 +1,6 @@\n");
  }

  @Test
  void anAutoscalerIsTheSameObjectInBothVersions() {
    String first = "/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers";
    String second = "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers";
    server.post(
        second,
        "{'metadata':{'name':'h'},'spec':{'maxReplicas':5,'scaleTargetRef':{'apiVersion':'apps/v1',"
            + "'kind':'Deployment','name':'d'},'metrics':[{'type':'Pods','pods':{'metric':"
            + "{'name':'m'},'target':{'type':'AverageValue','averageValue':'2'}}}]}}");

    server.patch(first + "/h", MERGE, "{'spec':{'targetCPUUtilizationPercentage':70}}");

    ObjectNode seen = json(server.get(second + "/h"));
    assertThat(seen.at("/spec/metrics/0/pods/metric/name").asText()).isEqualTo("m");
    assertThat(seen.at("/spec/metrics/1/resource/target/averageUtilization").asInt()).isEqualTo(70);
    assertThat(seen.at("/metadata").has("annotations")).isFalse();
  }

  @Test
  void warnsOfDiscouragedSettings() {
    ApiResponse created =
        server.post(
            DEPLOYMENTS,
            "{'metadata':{'name':'a.b'},'spec':{"
                + TEMPLATE.replace(
                    "'containers'", "'nodeSelector':{'beta.kubernetes.io/os':'x'},'containers'")
                + "}}");

    assertThat(created.status()).isEqualTo(201);
    assertThat(String.join("\n", created.headers().getOrDefault("warning", List.of())))
        .contains("this is used in Pod names and hostnames")
        .contains("spec.template.spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14");
  }
}
