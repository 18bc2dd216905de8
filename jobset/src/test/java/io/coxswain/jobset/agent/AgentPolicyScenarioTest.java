package io.coxswain.jobset.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.Env;
import io.coxswain.jobset.label.Keys;
import io.coxswain.sim.World;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What somebody can do who has taken over an agent, where the policy is installed. */
class AgentPolicyScenarioTest {
  private static final Path DEPLOY =
      Path.of(System.getProperty("coxswain.root", ".."), "deploy", "in-place-restart-agent");
  private static final String DENIED = "ValidatingAdmissionPolicy 'jobset-in-place-restart'";

  @Test
  void theAnnotationOfTheAgentsOwnPodCanBeChanged() {
    play(
        world -> {
          patch(world, "pod-0", attempt("1"));
          patch(world, "pod-0", attempt("2"));

          assertThat(Crew.attempts(world)).containsExactly(Map.entry("pod-0", "2"));
        });
  }

  @Test
  void nothingElseCan() {
    play(
        world -> {
          refused(world, "pod-1", attempt("1"), "an agent can only change its own pod");
          String only = "an agent can only change the annotation " + Keys.IN_PLACE_RESTART_ATTEMPT;
          refused(world, "pod-0", "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}", only);
          refused(world, "pod-0", "{\"metadata\":{\"labels\":null}}", only);
          refused(world, "pod-0", "{\"metadata\":{\"annotations\":{\"a\":\"b\"}}}", only);
          refused(world, "pod-0", "{\"metadata\":{\"finalizers\":[\"a/b\"]}}", only);
          refused(
              world,
              "pod-0",
              "{\"metadata\":{\"ownerReferences\":[{\"apiVersion\":\"v1\",\"kind\":\"Pod\","
                  + "\"name\":\"pod-1\",\"uid\":\"u\"}]}}",
              only);
          refused(world, "pod-0", "{\"spec\":{\"activeDeadlineSeconds\":1}}", only);
        });
  }

  private static String attempt(String number) {
    return "{\"metadata\":{\"annotations\":{\"%s\":\"%s\"}}}"
        .formatted(Keys.IN_PLACE_RESTART_ATTEMPT, number);
  }

  private static void refused(World world, String pod, String patch, String message) {
    assertThatThrownBy(() -> patch(world, pod, patch))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining(DENIED)
        .hasMessageContaining(message);
  }

  /** As the agent in pod-0. */
  private static void patch(World world, String pod, String patch) throws ApiException {
    var _ =
        world
            .objects()
            .call(
                ApiRequest.of("PATCH", "/api/v1/namespaces/default/pods/" + pod)
                    .header(
                        "impersonate-user", "system:serviceaccount:default:jobset-in-place-restart")
                    .header("impersonate-extra-authentication.kubernetes.io%2fpod-name", "pod-0")
                    .body("application/merge-patch+json", patch.getBytes(StandardCharsets.UTF_8)));
  }

  private static void play(Crew.Play play) {
    new Crew()
        .simulation(
            "policy",
            List.of(),
            world -> {
              Crew.create(world, "", "restartStrategy: InPlaceRestart");
              for (JsonNode object : documents("role.yaml")) {
                install(world, object);
              }
              for (JsonNode object : documents("policy.yaml")) {
                install(world, object);
              }
              world.run(Duration.ofSeconds(10));
              play.act(world);
            })
        .run(1);
  }

  private static List<JsonNode> documents(String file) throws Exception {
    String text =
        new String(Env.production().files().read(DEPLOY.resolve(file)), StandardCharsets.UTF_8);
    return Json.yamlMapper().readerFor(JsonNode.class).<JsonNode>readValues(text).readAll().stream()
        .filter(JsonNode::isObject)
        .toList();
  }

  private static void install(World world, JsonNode object) throws ApiException {
    String plural =
        switch (object.path("kind").asText()) {
          case "ValidatingAdmissionPolicy" -> "validatingadmissionpolicies";
          case "Role" -> "namespaces/default/roles";
          case "RoleBinding" -> "namespaces/default/rolebindings";
          default -> "validatingadmissionpolicybindings";
        };
    var _ =
        world
            .objects()
            .call(
                ApiRequest.of("POST", "/apis/" + object.path("apiVersion").asText() + "/" + plural)
                    .body("application/json", Json.bytes(object)));
  }
}
