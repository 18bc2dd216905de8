package io.coxswain.apiserver;

import static io.coxswain.apiserver.TestingServer.json;
import static io.coxswain.apiserver.TestingServer.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Responses that clients notice. The expected texts are those of kube-apiserver v1.35.8. */
final class ResponseParityTest {
  private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
  private static final String LABEL_VALUE =
      "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or"
          + " '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or"
          + " 'my_value',  or '12345', regex used for validation is"
          + " '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

  private final TestingServer server = new TestingServer();

  @ParameterizedTest
  @CsvSource({
    "POST, /version, 405",
    "HEAD, /version/, 405",
    "PUT, /api, 405",
    "DELETE, /api/v1, 405",
    "PATCH, /apis/apps/v1, 405",
    "POST, /openid/v1/jwks, 405",
    "OPTIONS, /.well-known/openid-configuration, 405",
    "POST, /apis, 200",
    "POST, /apis/apps, 200",
    "POST, /healthz, 200",
    "POST, /api/v2, 404",
    "POST, /apis/apps/v9, 404",
  })
  void writesToDiscoveryAreNotAllowed(String method, String path, int status) {
    ApiResponse response = server.call(request(method, path));

    assertThat(response.status()).isEqualTo(status);
    if (status == 405) {
      assertThat(json(response).at("/message").asText())
          .isEqualTo("the server does not allow this method on the requested resource");
    }
  }

  @Test
  void unknownVersionsAndEmptySegmentsAreNotFound() {
    assertThat(message(server.get("/api/v2")))
        .isEqualTo("the server could not find the requested resource");
    assertThat(message(server.get("/api/v1//pods")))
        .isEqualTo("the server could not find the requested resource");
    assertThat(new String(server.get("//api/v1/pods").body(), StandardCharsets.UTF_8))
        .isEqualTo("404 page not found\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a=b,        | found '', expected: identifier after ','
          a=b,,c      | found ',', expected: identifier after ','
          a)          | unable to parse requirement: found ')', expected: in, notin, =, ==, !=, gt, lt
          a!b         | unable to parse requirement: found '!', expected: in, notin, =, ==, !=, gt, lt
          !           | unable to parse requirement: found '', expected: identifier
          a in (b     | unable to parse requirement: found '', expected: ',' or ')'
          a in b      | unable to parse requirement: found 'b' expected: '('
          a=b=c       | found '=', expected: ',' or 'end of string'
          a>x         | unable to parse requirement: values[0]: Invalid value: "x": for 'Gt', 'Lt' operators, the value must be an integer
          a=-         | unable to parse requirement: values[0][a]: Invalid value: "-": LABEL
          a in (x,-y) | unable to parse requirement: values[0][a]: Invalid value: "-y": LABEL
          """)
  void malformedLabelSelectorsAreRejected(String selector, String message) {
    ApiResponse response =
        server.call(ApiRequest.of("GET", CONFIG_MAPS).with("labelSelector", selector));

    assertThat(response.status()).isEqualTo(400);
    assertThat(message(response)).isEqualTo(message.replace("LABEL", LABEL_VALUE));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a=b",
        "a in (b,c)",
        "a in ()",
        "a notin (,)",
        "!a",
        "a",
        "a!=",
        "a==b",
        "a>1",
        "in in (in)",
        "",
        " ",
        "a = b , c"
      })
  void labelSelectorsInAllNotationsAreAccepted(String selector) {
    assertThat(
            server.call(ApiRequest.of("GET", CONFIG_MAPS).with("labelSelector", selector)).status())
        .isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = false,
      textBlock =
          """
          metadata.name=a=b|invalid field selector: unescaped character in value: 61
          metadata.name!==a|invalid field selector: unescaped character in value: 61
          metadata.name=a\\x|invalid field selector: invalid escape sequence: \\x
          metadata.name=a\\|invalid field selector: invalid escape sequence: \\
           metadata.name=a|" metadata.name" is not a known field selector: only "metadata.name", "metadata.namespace"
          metadata.name|invalid selector: 'metadata.name'; can't understand 'metadata.name'
          """)
  void malformedFieldSelectorsAreRejected(String selector, String message) {
    ApiResponse response =
        server.call(ApiRequest.of("GET", CONFIG_MAPS).with("fieldSelector", selector));

    assertThat(response.status()).isEqualTo(400);
    assertThat(message(response)).isEqualTo(message);
  }

  @Test
  void escapedCharactersOfFieldSelectorsAreAccepted() {
    assertThat(
            server
                .call(
                    ApiRequest.of("GET", CONFIG_MAPS)
                        .with("fieldSelector", "metadata.name=a\\,b\\=c"))
                .status())
        .isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          limit=9223372036854775808 | strconv.ParseInt: parsing "9223372036854775808": value out of range
          limit=x                   | strconv.ParseInt: parsing "x": invalid syntax
          timeout=1x                | invalid timeout specified in the request URL - time: unknown unit "x" in duration "1x"
          timeout=1                 | invalid timeout specified in the request URL - time: missing unit in duration "1"
          timeout=x                 | invalid timeout specified in the request URL - time: invalid duration "x"
          """)
  void malformedNumbersAndDurationsAreRejected(String query, String message) {
    assertThat(message(server.get(CONFIG_MAPS + "?" + query))).isEqualTo(message);
  }

  @Test
  void ownerReferencesNeedAVersion() {
    ApiResponse response =
        server.post(
            CONFIG_MAPS,
            "{'metadata':{'name':'m','ownerReferences':[{'apiVersion':'a/b/c','kind':'X',"
                + "'name':'x','uid':'u'}]}}");

    assertThat(message(response))
        .isEqualTo(
            "ConfigMap \"m\" is invalid: metadata.ownerReferences.apiVersion: Invalid value:"
                + " \"a/b/c\": version must not be empty");
  }

  @Test
  void quantitiesOfQuotasAndLimitRangesRoundUpToThousandths() {
    assertThat(
            json(server.post(
                    "/api/v1/namespaces/default/resourcequotas",
                    "{'metadata':{'name':'q'},'spec':{'hard':{'cpu':'1.1n'}}}"))
                .at("/spec/hard/cpu")
                .asText())
        .isEqualTo("1m");
    assertThat(
            json(server.post(
                    "/api/v1/namespaces/default/limitranges",
                    "{'metadata':{'name':'l'},'spec':{'limits':[{'type':'Container','max':"
                        + "{'cpu':'1.0001'}}]}}"))
                .at("/spec/limits/0/default/cpu")
                .asText())
        .isEqualTo("1001m");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          1           | must evaluate to bool but got int
          nope == 1   | compilation failed: ERROR: <input>:1:1: undeclared reference to 'nope'
          object.x +  | compilation failed: ERROR: <input>:1:11: Syntax error: mismatched input '<EOF>' expecting
          """)
  void matchConditionsOfWebhooksAreCompiledAtAdmission(String expression, String problem) {
    ApiResponse response =
        server.post(
            "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations",
            "{'metadata':{'name':'w'},'webhooks':[{'name':'a.b.c','sideEffects':'None',"
                + "'admissionReviewVersions':['v1'],'clientConfig':{'url':'https://x.example/y'},"
                + "'matchConditions':[{'name':'a','expression':'"
                + expression
                + "'}]}]}");

    assertThat(response.status()).isEqualTo(422);
    assertThat(json(response).at("/details/causes/0/field").asText())
        .isEqualTo("webhooks[0].matchConditions[0].expression");
    assertThat(json(response).at("/details/causes/0/message").asText())
        .startsWith("Invalid value: \"" + expression + "\": " + problem);
  }

  @ParameterizedTest
  @CsvSource({"1e3, 1e3", "1E3, 1E3", "0.10, 100m", "1e400, 10e399", "1.0, 1"})
  void quantitiesWrittenAsNumbersKeepTheirNotation(String number, String quantity) {
    ApiResponse response =
        server.post(
            "/api/v1/namespaces/default/resourcequotas",
            "{'metadata':{'name':'q'},'spec':{'hard':{'cpu':" + number + "}}}");

    assertThat(json(response).at("/spec/hard/cpu").asText()).isEqualTo(quantity);
  }

  @Test
  void messagesQuoteNumbersAsWritten() {
    ApiResponse response =
        server.post(
            "/api/v1/namespaces/default/pods",
            "{'metadata':{'name':'p'},'spec':{'activeDeadlineSeconds':1e400}}");

    assertThat(message(response))
        .isEqualTo(
            "Pod in version \"v1\" cannot be handled as a Pod: json: cannot unmarshal number 1e400"
                + " into Go struct field PodSpec.spec.activeDeadlineSeconds of type int64");
  }

  @ParameterizedTest
  @CsvSource({
    "application/json;, 201",
    "application/json; charset=utf-8, 201",
    "application/json;foo, 415",
    "application/json;;, 415",
  })
  void parametersOfContentTypesAreParsed(String type, int status) {
    ApiResponse response =
        server.call(
            request("POST", CONFIG_MAPS)
                .body(type, "{\"metadata\":{\"name\":\"a\"}}".getBytes(StandardCharsets.UTF_8)));

    assertThat(response.status()).isEqualTo(status);
  }

  private static String message(ApiResponse response) {
    return json(response).at("/message").asText();
  }
}
