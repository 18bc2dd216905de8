package io.coxswain.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.spi.ApiFeatures;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.env.ApiResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** MutatingAdmissionPolicies: served on request, and what they do to writes. */
final class MutatingPolicyTest {
  private static final String GROUP = "/apis/admissionregistration.k8s.io/";
  private static final String POLICIES = GROUP + "v1beta1/mutatingadmissionpolicies";
  private static final String BINDINGS = GROUP + "v1beta1/mutatingadmissionpolicybindings";
  private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
  private static final String PODS = "/api/v1/namespaces/default/pods";

  private final TestingServer server =
      new TestingServer(
          ApiServerOptions.plain()
              .withFeatures(
                  new ApiFeatures(
                      ApiFeatures.OPTIONAL_VERSIONS,
                      Set.of(ApiFeatures.MUTATING_ADMISSION_POLICY))));

  /** Creates a policy with its binding. */
  private void policy(String name, String resource, String fields, String binding) {
    ApiResponse made =
        server.post(
            POLICIES,
            """
            {'metadata': {'name': '%s'}, 'spec': {'reinvocationPolicy': 'Never',
              'matchConstraints': {'resourceRules': [{'operations': ['CREATE', 'UPDATE'],
                'apiGroups': [''], 'apiVersions': ['v1'], 'resources': ['%s']}]},
              %s}}
            """
                .formatted(name, resource, fields));
    assertThat(made.status()).as(text(made)).isEqualTo(201);
    ApiResponse bound =
        server.post(
            BINDINGS,
            "{'metadata': {'name': '%s'}, 'spec': {'policyName': '%s'%s}}"
                .formatted(name, name, binding));
    assertThat(bound.status()).as(text(bound)).isEqualTo(201);
  }

  private static String apply(String expression) {
    return "'mutations': [{'patchType': 'ApplyConfiguration', 'applyConfiguration':"
        + " {'expression': \"%s\"}}]".formatted(expression);
  }

  private static String jsonPatch(String expression) {
    return "'mutations': [{'patchType': 'JSONPatch', 'jsonPatch': {'expression': \"%s\"}}]"
        .formatted(expression);
  }

  /** CEL has single quotes, which the fixtures use for JSON. */
  private static String cel(String expression) {
    return expression.replace("'", "\\\"").replace("`", "\\\"");
  }

  private static String text(ApiResponse response) {
    return new String(response.body(), StandardCharsets.UTF_8);
  }

  private JsonNode create(String target, String json) {
    ApiResponse made = server.post(target, json);
    assertThat(made.status()).as(text(made)).isEqualTo(201);
    return TestingServer.json(made);
  }

  @Test
  void isNotServedByDefault() {
    var plain = new TestingServer();

    assertThat(plain.get(POLICIES).status()).isEqualTo(404);
    assertThat(text(plain.get("/apis/admissionregistration.k8s.io"))).doesNotContain("v1beta1");
  }

  @Test
  void doesNothingWithoutTheFeatureGate() {
    var served =
        new TestingServer(
            ApiServerOptions.plain()
                .withFeatures(new ApiFeatures(ApiFeatures.OPTIONAL_VERSIONS, Set.of())));
    assertThat(
            served
                .post(
                    POLICIES,
                    """
                    {'metadata': {'name': 'p'}, 'spec': {'reinvocationPolicy': 'Never',
                      'matchConstraints': {'resourceRules': [{'operations': ['*'],
                        'apiGroups': ['*'], 'apiVersions': ['*'], 'resources': ['*']}]},
                      'mutations': [{'patchType': 'ApplyConfiguration', 'applyConfiguration':
                        {'expression': 'Object{data: {\\"a\\": \\"b\\"}}'}}]}}
                    """)
                .status())
        .isEqualTo(201);
    served.post(BINDINGS, "{'metadata': {'name': 'p'}, 'spec': {'policyName': 'p'}}");

    ApiResponse made = served.post(CONFIG_MAPS, "{'metadata': {'name': 'c'}}");

    assertThat(TestingServer.json(made).has("data")).isFalse();
  }

  @Test
  void mergesAConfigurationAsServerSideApplyWould() {
    policy(
        "sidecar",
        "pods",
        apply(
            cel(
                "Object{metadata: Object.metadata{labels: {'mutated': object.metadata.name}},"
                    + " spec: Object.spec{containers: [Object.spec.containers{name: 'side',"
                    + " image: 'proxy'}, Object.spec.containers{name: 'app',"
                    + " imagePullPolicy: 'Never'}]}}")),
        "");

    JsonNode pod =
        create(
            PODS,
            "{'metadata': {'name': 'p', 'labels': {'own': 'x'}}, 'spec': {'containers':"
                + " [{'name': 'app', 'image': 'a'}]}}");

    assertThat(pod.at("/metadata/labels").toString())
        .isEqualTo("{\"mutated\":\"p\",\"own\":\"x\"}");
    assertThat(pod.at("/spec/containers").findValuesAsText("name")).containsExactly("side", "app");
    assertThat(pod.at("/spec/containers/1/image").asText()).isEqualTo("a");
    assertThat(pod.at("/spec/containers/1/imagePullPolicy").asText()).isEqualTo("Never");
    assertThat(pod.at("/spec/containers/0/terminationMessagePath").asText())
        .as("a default of what the policy added")
        .isEqualTo("/dev/termination-log");
  }

  @Test
  void appliesAJsonPatch() {
    policy(
        "patch",
        "configmaps",
        jsonPatch(
            cel(
                "[JSONPatch{op: 'add', path: '/metadata/labels', value: {}},"
                    + " JSONPatch{op: 'add', path: '/metadata/labels/' +"
                    + " jsonpatch.escapeKey('example.com/who'), value:"
                    + " request.userInfo.username}]")),
        "");

    JsonNode made = create(CONFIG_MAPS, "{'metadata': {'name': 'c'}}");

    assertThat(made.at("/metadata/labels").toString()).isEqualTo("{\"example.com/who\":\"admin\"}");
  }

  @Test
  void leavesTheObjectWhenATestOfAPatchFails() {
    policy(
        "guarded",
        "configmaps",
        jsonPatch(
            cel(
                "[JSONPatch{op: 'test', path: '/metadata/name', value: 'other'},"
                    + " JSONPatch{op: 'add', path: '/data', value: {'a': 'b'}}]")),
        "");

    assertThat(create(CONFIG_MAPS, "{'metadata': {'name': 'c'}}").has("data")).isFalse();
    assertThat(create(CONFIG_MAPS, "{'metadata': {'name': 'other'}}").has("data")).isTrue();
  }

  @Test
  void usesConditionsVariablesAndParameters() {
    create(CONFIG_MAPS, "{'metadata': {'name': 'limits'}, 'data': {'color': 'blue'}}");
    policy(
        "colors",
        "secrets",
        "'paramKind': {'apiVersion': 'v1', 'kind': 'ConfigMap'},"
            + "'matchConditions': [{'name': 'named', 'expression': \""
            + cel("object.metadata.name != 'plain'")
            + "\"}], 'variables': [{'name': 'color', 'expression': 'params.data.color'}],"
            + apply(cel("Object{metadata: Object.metadata{labels: {'color': variables.color}}}")),
        ", 'paramRef': {'name': 'limits', 'namespace': 'default',"
            + " 'parameterNotFoundAction': 'Deny'}");

    JsonNode colored =
        create("/api/v1/namespaces/default/secrets", "{'metadata': {'name': 'one'}}");
    JsonNode plain =
        create("/api/v1/namespaces/default/secrets", "{'metadata': {'name': 'plain'}}");

    assertThat(colored.at("/metadata/labels/color").asText()).isEqualTo("blue");
    assertThat(plain.path("metadata").has("labels")).isFalse();

    server.delete(CONFIG_MAPS + "/limits");
    ApiResponse denied =
        server.post("/api/v1/namespaces/default/secrets", "{'metadata': {'name': 'two'}}");
    assertThat(denied.status()).isEqualTo(403);
    assertThat(TestingServer.json(denied).path("message").asText())
        .isEqualTo(
            "policy 'colors' with binding 'colors' denied request: failed to configure binding: no"
                + " params found for policy binding with `Deny` parameterNotFoundAction");
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Fail   | Object{data: {'a': object.data.missing}}                     | expression 'Object{data: {"a": object.data.missing}}' resulted in error: no such key: data
          Fail   | Object{spec: Object.other{}}                                 | type mismatch: unexpected type name "Object.other", expected "Object.spec", which matches field name path from root Object type
          Fail   | Object{nothing: 1}                                           | error applying patch: failed to convert patch object to typed object: .nothing: field not declared in schema
          Fail   | Object{metadata: Object.metadata{managedFields: [{'a': 1}]}} | error applying patch: failed to convert patch object to typed object: .metadata.managedFields[0].a: field not declared in schema
          Ignore | Object{nothing: 1}                                           | ''
          """)
  void deniesOrIgnoresFailures(String failurePolicy, String expression, String message) {
    policy(
        "broken",
        "configmaps",
        "'failurePolicy': '" + failurePolicy + "'," + apply(cel(expression)),
        "");

    ApiResponse response = server.post(CONFIG_MAPS, "{'metadata': {'name': 'c'}}");

    if (message.isEmpty()) {
      assertThat(response.status()).isEqualTo(201);
      return;
    }
    ObjectNode status = TestingServer.json(response);
    String whole = "policy 'broken' with binding 'broken' denied request: " + message;
    assertThat(status.path("message").asText()).isEqualTo(whole);
    assertThat(response.status()).isEqualTo(403);
    assertThat(status.path("reason").asText()).isEqualTo("Invalid");
    assertThat(status.at("/details/causes/0/message").asText()).isEqualTo(whole);
  }

  @Test
  void rejectsAConfigurationThatSetsAnAtomicList() {
    policy(
        "args",
        "pods",
        apply(
            cel(
                "Object{spec: Object.spec{containers: [Object.spec.containers{name: 'app',"
                    + " args: ['-x']}]}}")),
        "");

    ApiResponse response =
        server.post(
            PODS,
            "{'metadata': {'name': 'p'}, 'spec': {'containers': [{'name': 'app', 'image':"
                + " 'a'}]}}");

    assertThat(text(response))
        .contains(
            "error applying patch: invalid ApplyConfiguration: may not mutate atomic arrays, maps"
                + " or structs: .spec.containers[0].args");
  }

  @Test
  void runsBeforeWebhooks() {
    List<JsonNode> seen = new ArrayList<>();
    server
        .server
        .webhooks()
        .register(
            "hooks",
            "last",
            "/",
            review -> {
              seen.add(review.at("/request/object/data"));
              ObjectNode answer = review.deepCopy();
              answer.remove("request");
              answer
                  .putObject("response")
                  .put("allowed", true)
                  .set("uid", review.at("/request/uid"));
              return answer;
            });
    server.post(
        GROUP + "v1/mutatingwebhookconfigurations",
        """
        {'metadata': {'name': 'last'}, 'webhooks': [{'name': 'last.example.com',
          'admissionReviewVersions': ['v1'], 'sideEffects': 'None',
          'clientConfig': {'service': {'namespace': 'hooks', 'name': 'last'}},
          'rules': [{'operations': ['CREATE'], 'apiGroups': [''], 'apiVersions': ['v1'],
            'resources': ['configmaps']}]}]}
        """);
    policy("first", "configmaps", apply(cel("Object{data: {'by': 'policy'}}")), "");

    create(CONFIG_MAPS, "{'metadata': {'name': 'c'}}");

    assertThat(seen).hasSize(1);
    assertThat(seen.getFirst().path("by").asText()).isEqualTo("policy");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({"IfNeeded, true", "Never, false"})
  void runsAgainAfterALaterPolicyIfItAsksForThat(String reinvocation, boolean again) {
    policy(
        "a-counts",
        "configmaps",
        apply(
            cel(
                "Object{data: {'seen': has(object.data) && 'late' in object.data ? 'yes' :"
                    + " 'no'}}")),
        "");
    server.patch(
        POLICIES + "/a-counts",
        TestingServer.MERGE,
        "{'spec': {'reinvocationPolicy': '" + reinvocation + "'}}");
    policy("b-late", "configmaps", apply(cel("Object{data: {'late': 'x'}}")), "");

    JsonNode made = create(CONFIG_MAPS, "{'metadata': {'name': 'c'}}");

    assertThat(made.at("/data/seen").asText()).isEqualTo(again ? "yes" : "no");
    assertThat(made.at("/data/late").asText()).isEqualTo("x");
  }

  @Test
  void servesBothVersionsOfOneObject() {
    policy("p", "configmaps", apply("Object{}"), "");

    ObjectNode alpha =
        TestingServer.json(server.get(GROUP + "v1alpha1/mutatingadmissionpolicies/p"));

    assertThat(alpha.path("apiVersion").asText())
        .isEqualTo("admissionregistration.k8s.io/v1alpha1");
    assertThat(alpha.at("/spec/failurePolicy").asText()).isEqualTo("Fail");
    assertThat(alpha.at("/spec/matchConstraints/matchPolicy").asText()).isEqualTo("Equivalent");
    assertThat(alpha.path("metadata").path("generation").asInt()).isEqualTo(1);
  }

  @Test
  void rejectsInvalidPolicies() {
    ApiResponse response =
        server.post(
            POLICIES,
            """
            {'metadata': {'name': 'p'}, 'spec': {
              'matchConstraints': {'resourceRules': [{'operations': ['DELETE'],
                'apiGroups': [''], 'apiVersions': ['v1'], 'resources': ['pods']}]},
              'mutations': [
                {'patchType': 'Merge'},
                {'patchType': 'JSONPatch', 'applyConfiguration': {'expression': 'Object{}'}},
                {'patchType': 'ApplyConfiguration', 'applyConfiguration': {'expression': '1'}},
                {'patchType': 'JSONPatch', 'jsonPatch': {'expression': '[Object{}]'}},
                {'patchType': 'JSONPatch', 'jsonPatch': {'expression': ' '}}]}}
            """);

    assertThat(response.status()).isEqualTo(422);
    List<String> causes = new ArrayList<>();
    TestingServer.json(response)
        .at("/details/causes")
        .forEach(c -> causes.add(c.path("field").asText() + ": " + c.path("message").asText()));
    assertThat(causes)
        .containsExactly(
            "spec.matchConstraints.resourceRules.operations: Unsupported value: \"DELETE\":"
                + " supported values: \"*\", \"CONNECT\", \"CREATE\", \"UPDATE\"",
            "spec.mutations[0].patchType: Unsupported value: \"Merge\": supported values:"
                + " \"ApplyConfiguration\", \"JSONPatch\"",
            "spec.mutations[1].jsonPatch: Required value: must be specified when patchType is"
                + " JSONPatch",
            "spec.mutations[1].applyConfiguration: Invalid value: \"{applyConfiguration}\": must"
                + " not be specified when patchType is JSONPatch",
            "spec.mutations[2].applyConfiguration.expression: Invalid value: \"1\": must evaluate"
                + " to Object but got int",
            "spec.mutations[3].jsonPatch.expression: Invalid value: \"[Object{}]\": must evaluate"
                + " to list(JSONPatch) but got list(Object)",
            "spec.mutations[4].jsonPatch.expression: Required value",
            "spec.reinvocationPolicy: Required value");
    assertThat(Json.bytes(TestingServer.json(response))).isNotEmpty();
  }

  @Test
  void countsEvaluations() {
    policy("p", "configmaps", apply(cel("Object{data: {'a': 'b'}}")), "");

    create(CONFIG_MAPS, "{'metadata': {'name': 'c'}}");

    assertThat(text(server.get("/metrics")))
        .contains(
            "apiserver_mutating_admission_policy_check_total{error_type=\"no_error\",policy=\"p\","
                + "policy_binding=\"p\"} 1.0");
  }
}
