package io.coxswain.apiserver;

import static io.coxswain.apiserver.TestingServer.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.env.ApiResponse;
import io.coxswain.evidence.Scenario;
import org.junit.jupiter.api.Test;

final class ApplyAndCustomResourceTest {
  private static final String APPLY = "application/apply-patch+yaml";
  private static final String DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";
  private static final String DEFINITIONS =
      "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  private static final String WIDGETS = "/apis/example.com/v1/namespaces/default/widgets";

  private final TestingServer server = new TestingServer();

  private ApiResponse apply(String path, String manager, String json) {
    return server.patch(
        path + (path.contains("?") ? "&" : "?") + "fieldManager=" + manager, APPLY, json);
  }

  private static String deployment(String image) {
    return "{'apiVersion':'apps/v1','kind':'Deployment','metadata':{'name':'d'},'spec':{"
        + "'selector':{'matchLabels':{'a':'b'}},'template':{'metadata':{'labels':{'a':'b'}},"
        + "'spec':{'containers':[{'name':'c','image':'"
        + image
        + "'}]}}}}";
  }

  @Test
  @Scenario("apiserver-4")
  void aDeploymentIsCompletedWithDefaults() {
    server.post(
        DEPLOYMENTS,
        deployment("img:1").replace("'image'", "'resources':{'limits':{'cpu':'1'}},'image'"));

    ObjectNode created = json(server.get(DEPLOYMENTS + "/d"));
    assertThat(created.at("/spec/replicas").asInt()).isEqualTo(1);
    assertThat(created.at("/spec/strategy/rollingUpdate/maxSurge").asText()).isEqualTo("25%");
    assertThat(created.at("/spec/strategy/rollingUpdate/maxUnavailable").asText()).isEqualTo("25%");
    assertThat(created.at("/spec/revisionHistoryLimit").asInt()).isEqualTo(10);
    assertThat(created.at("/spec/progressDeadlineSeconds").asInt()).isEqualTo(600);
    assertThat(created.at("/metadata/generation").asInt()).isEqualTo(1);
    assertThat(created.at("/spec/template/spec/containers/0/resources/limits/cpu").asText())
        .isEqualTo("1");
    assertThat(created.at("/spec/template/spec/containers/0/resources").has("requests")).isFalse();
  }

  @Test
  @Scenario("apiserver-5")
  void anAnnotationOfADeploymentCountsAsAGenerationAndAStatusDoesNot() {
    server.post(DEPLOYMENTS, deployment("img:1"));

    ObjectNode annotated =
        json(
            server.patch(
                DEPLOYMENTS + "/d", TestingServer.MERGE, "{'metadata':{'annotations':{'x':'y'}}}"));
    ObjectNode withStatus =
        json(
            server.patch(
                DEPLOYMENTS + "/d/status", TestingServer.MERGE, "{'status':{'replicas':1}}"));

    assertThat(annotated.at("/metadata/generation").asInt()).isEqualTo(2);
    assertThat(withStatus.at("/status/replicas").asInt()).isEqualTo(1);
    assertThat(withStatus.at("/metadata/generation").asInt()).isEqualTo(2);
  }

  @Test
  void applyingTheSameTwiceCommitsOnce() {
    apply(DEPLOYMENTS + "/d", "a", deployment("v1"));
    long revision = server.server.revision();

    assertThat(apply(DEPLOYMENTS + "/d", "a", deployment("v1")).status()).isEqualTo(200);
    assertThat(server.server.revision()).isEqualTo(revision);
  }

  private void define() {
    assertThat(
            server
                .post(
                    DEFINITIONS,
                    "{'metadata':{'name':'widgets.example.com'},'spec':{'group':'example.com',"
                        + "'scope':'Namespaced','names':{'plural':'widgets','kind':'Widget'},"
                        + "'versions':[{'name':'v1','served':true,'storage':true,"
                        + "'subresources':{'status':{}},'schema':{'openAPIV3Schema':{"
                        + "'type':'object','properties':{'spec':{'type':'object','properties':{"
                        + "'size':{'type':'integer'}}},'status':{'type':'object','properties':{"
                        + "'phase':{'type':'string'}}}}}}}]}}")
                .status())
        .isEqualTo(201);
  }

  @Test
  void aCustomKindIsServedAtOnceAndCountsGenerations() {
    define();

    ObjectNode created =
        json(
            server.post(
                WIDGETS,
                "{'apiVersion':'example.com/v1','kind':'Widget','metadata':{'name':'w'},"
                    + "'spec':{'size':1},'status':{'phase':'no'}}"));
    ObjectNode changed =
        json(server.patch(WIDGETS + "/w", TestingServer.MERGE, "{'spec':{'size':2}}"));
    ObjectNode status =
        json(
            server.patch(
                WIDGETS + "/w/status",
                TestingServer.MERGE,
                "{'status':{'phase':'yes'},'metadata':{'labels':{'a':'b'}}}"));

    assertThat(created.has("status")).isFalse();
    assertThat(changed.at("/metadata/generation").asInt()).isEqualTo(2);
    assertThat(status.at("/status/phase").asText()).isEqualTo("yes");
    assertThat(status.at("/metadata/generation").asInt()).isEqualTo(2);
    assertThat(status.at("/metadata/labels").isMissingNode()).isTrue();
    assertThat(json(server.get(WIDGETS)).at("/items/0/kind").asText()).isEqualTo("Widget");
  }
}
