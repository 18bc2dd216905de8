package io.coxswain.apiserver;

import static io.coxswain.apiserver.TestingServer.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.evidence.Attack;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers that Go reads and writes in its own way. The texts are those of kube-apiserver. */
final class NumberParityTest {
  private static final String POD =
      "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"p\"},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"%s}]%s}}";

  private final TestingServer server = new TestingServer();
  private final WidgetKind widgets = new WidgetKind(server);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          json | "ratio":1.0                      | {"ratio":1}
          json | "ratio":-0.0                     | {"ratio":0}
          json | "ratio":1e20                     | {"ratio":100000000000000000000}
          json | "ratio":1e21                     | {"ratio":1e+21}
          json | "ratio":1e-6                     | {"ratio":0.000001}
          json | "ratio":1e-7                     | {"ratio":1e-7}
          json | "ratio":123456789.125            | {"ratio":123456789.125}
          json | "ratio":9223372036854775807      | {"ratio":9223372036854775807}
          json | "ratio":9223372036854775808      | {"ratio":9223372036854776000}
          yaml | "ratio":18446744073709551616     | {"ratio":18446744073709552000}
          yaml | "ratio":1e23                     | {"ratio":1e+23}
          json | "list":[100000000000000000000000]| {"list":[1e+23]}
          json | "plain":1e2                      | {"plain":100}
          json | "plain":123456789.125            | {"plain":123456789.125}
          yaml | "plain":1e18                     | {"plain":1000000000000000000}
          json | "plain":9007199254740991.0       | {"plain":9007199254740991}
          json | "plain":9007199254740992.0       | spec.plain: Invalid value: "number": spec.plain in body must be of type integer: "number"
          json | "plain":-123456789.125           | spec.plain: Invalid value: "number": spec.plain in body must be of type integer: "number"
          json | "plain":1e18                     | spec.plain: Invalid value: "number": spec.plain in body must be of type integer: "number"
          json | "plain":9223372036854775808      | spec.plain: Invalid value: "number": spec.plain in body must be of type integer: "number"
          yaml | "any":9223372036854775808        | spec.any: Invalid value: "number": spec.any in body must be of type integer,string: "number"
          json | "small":1e18                     | spec.small: Invalid value: 1e+18: spec.small in body should be less than or equal to 1e+06
          yaml | "plain":1e400                    | spec.plain: Invalid value: "string": spec.plain in body must be of type integer: "string"
          """)
  void customResourcesKeepIntegersOf64BitsAndOtherwiseFloats(
      String type, String fields, String expected) {
    assertThat(WidgetKind.outcome(widgets.create("application/" + type, fields)))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          1.0         | .spec.replicas: Invalid value: 0: .spec.replicas accessor error: 1 is of the type float64, expected int64
          1e18        | [spec.replicas: Invalid value: "number": spec.replicas in body must be of type integer: "number", .spec.replicas: Invalid value: 0: .spec.replicas accessor error: 1e+18 is of the type float64, expected int64]
          "x"         | [spec.replicas: Invalid value: "string": spec.replicas in body must be of type integer: "string", .spec.replicas: Invalid value: 0: .spec.replicas accessor error: x is of the type string, expected int64]
          [true]      | [spec.replicas: Invalid value: "array": spec.replicas in body must be of type integer: "array", .spec.replicas: Invalid value: 0: .spec.replicas accessor error: [true] is of the type []interface {}, expected int64]
          2147483648  | .spec.replicas: Invalid value: 2147483648: should be less than or equal to 2147483647
          """)
  void theScaleSubresourceMustBeAbleToReadTheReplicas(String replicas, String expected) {
    assertThat(WidgetKind.outcome(widgets.create("application/json", "\"replicas\":" + replicas)))
        .isEqualTo(expected);
  }

  @Test
  void theScaleSubresourceMustBeAbleToReadTheSelector() {
    assertThat(widgets.create("application/json", "").status()).isEqualTo(201);

    ApiResponse response =
        server.patch(
            WidgetKind.PATH + "/w/status",
            "application/merge-patch+json",
            "{\"status\":{\"selector\":1.5}}");

    assertThat(WidgetKind.outcome(response))
        .isEqualTo(
            ".status.selector: Invalid value: \"\": .status.selector accessor error: 1.5 is of the"
                + " type float64, expected string");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          1e18                      | json: cannot unmarshal number 1000000000000000000 into Go struct field PodSpec.spec.priority of type int32
          100000000000000000000000  | json: cannot unmarshal number 1e+23 into Go struct field PodSpec.spec.priority of type int32
          1e400                     | json: cannot unmarshal string into Go struct field PodSpec.spec.priority of type int32
          """)
  void yamlNumbersAreDecodedAsTheirJsonText(String number, String expected) {
    byte[] body = POD.formatted("", ",\"priority\":" + number).getBytes(StandardCharsets.UTF_8);

    ApiResponse response =
        server.call(
            ApiRequest.of("POST", "/api/v1/namespaces/default/pods")
                .body("application/yaml", body));

    assertThat(json(response).path("message").asText())
        .isEqualTo("Pod in version \"v1\" cannot be handled as a Pod: " + expected);
  }

  @Attack("a patch with a number that no float can hold")
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          merge-patch+json           | {"data":{"a":1e400}}                              | error decoding patch: json: cannot unmarshal number 1e400 into Go value of type float64
          json-patch+json            | [{"op":"add","path":"/data","value":{"a":-1e400}}] | error decoding patch: json: cannot unmarshal number -1e400 into Go struct field jsonPatchOp.value of type float64
          strategic-merge-patch+json | {"data":{"a":[1e400]}}                            | json: cannot unmarshal number 1e400 into Go value of type float64
          """)
  void patchesWithNumbersOutOfRangeAreBadRequests(String type, String patch, String message) {
    server.post(
        "/api/v1/namespaces/default/configmaps",
        "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"c\"}}");

    ApiResponse response =
        server.patch("/api/v1/namespaces/default/configmaps/c", "application/" + type, patch);

    assertThat(response.status()).isEqualTo(400);
    assertThat(json(response).path("message").asText()).isEqualTo(message);
  }

  @Test
  void quantitiesOfManyDigitsMaySeemToHaveAFraction() {
    ApiResponse memory = podWithLimit("memory", "1234567890123456789");
    ApiResponse devices = podWithLimit("example.com/gpu", "12345678901234567890123456789");

    assertThat(String.valueOf(memory.headers().get("warning")))
        .contains(
            "spec.containers[0].resources.limits[memory]: fractional byte value"
                + " \\\"1234567890123456789\\\" is invalid, must be an integer");
    assertThat(json(devices).path("message").asText())
        .contains(
            "spec.containers[0].resources.limits[example.com/gpu]: Invalid value:"
                + " \"12345678901234567890123456789\": must be an integer");
  }

  private ApiResponse podWithLimit(String resource, String amount) {
    String limits = ",\"resources\":{\"limits\":{\"" + resource + "\":\"" + amount + "\"}}";
    return server.post("/api/v1/namespaces/default/pods", POD.formatted(limits, ""));
  }

  @Test
  void anEmptyAmountIsNotDefaulted() {
    ApiResponse response =
        server.post(
            "/apis/apps/v1/namespaces/default/deployments",
            """
            {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"d"},
             "spec":{"selector":{"matchLabels":{"a":"b"}},
                     "strategy":{"rollingUpdate":{"maxSurge":""}},
                     "template":{"metadata":{"labels":{"a":"b"}},
                                 "spec":{"containers":[{"name":"c","image":"i"}]}}}}
            """);

    assertThat(json(response).path("message").asText())
        .startsWith(
            "Deployment.apps \"d\" is invalid: spec.strategy.rollingUpdate.maxSurge: Invalid value:"
                + " \"\": a valid percent string must be a numeric string followed by an ending"
                + " '%'");
  }

  @Test
  void theGenerationOfAnObjectIsNotNegative() {
    ApiResponse response =
        server.post(
            "/api/v1/namespaces/default/configmaps",
            "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"c\",\"generation\":-1}}");

    assertThat(json(response).path("message").asText())
        .isEqualTo(
            "ConfigMap \"c\" is invalid: metadata.generation: Invalid value: -1: must be greater"
                + " than or equal to 0");
  }
}
