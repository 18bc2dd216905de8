package io.coxswain.apiserver;

import static io.coxswain.apiserver.TestingServer.json;
import static io.coxswain.apiserver.TestingServer.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.Json;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiWatch;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
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

  @Test
  void aWatchFromTheFutureWaitsForItsRevision() throws Exception {
    long now =
        Long.parseLong(json(server.get(CONFIG_MAPS)).at("/metadata/resourceVersion").asText());

    try (ApiWatch watch = server.watch(CONFIG_MAPS + "?resourceVersion=" + (now + 1))) {
      server.post(CONFIG_MAPS, "{'metadata': {'name': 'skipped'}}");
      server.post(CONFIG_MAPS, "{'metadata': {'name': 'sent'}}");

      ApiWatch.Frame event = TestingServer.next(watch);
      assertThat(Json.tree(event.object()).at("/metadata/name").asText()).isEqualTo("sent");
    }
  }

  @Test
  void eventsOfAFutureRevisionAreRejectedWithoutWaiting() {
    ApiResponse response = server.get("/api/v1/events?resourceVersion=18446744073709551615");

    assertThat(response.status()).isEqualTo(504);
    assertThat(message(response))
        .startsWith("Timeout: Too large resource version: 18446744073709551615, current: ");
    assertThat(json(response).at("/details/causes/0/reason").asText())
        .isEqualTo("ResourceVersionTooLarge");
    assertThat(response.headers()).doesNotContainKey("retry-after");
  }

  @ParameterizedTest
  @CsvSource({
    "18446744073709551616, value out of range",
    "99999999999999999999999, value out of range",
    "+1, invalid syntax",
    "-1, invalid syntax",
    "1x, invalid syntax",
  })
  void resourceVersionsThatAreNoUnsignedNumbersAreRejected(String version, String problem) {
    ApiResponse response =
        server.call(ApiRequest.of("GET", CONFIG_MAPS).with("resourceVersion", version));

    assertThat(response.status()).isEqualTo(400);
    assertThat(message(response))
        .isEqualTo(
            "invalid resource version: resourceVersion: Invalid value: \"%s\":".formatted(version)
                + " strconv.ParseUint: parsing \"%s\": %s".formatted(version, problem));
  }

  @ParameterizedTest(name = "{0} as {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /version                           | text/plain          | ROUTED application/json
          /version                           | application/*       | ROUTED application/json
          /.well-known/openid-configuration  | application/yaml    | ROUTED application/json
          /openid/v1/jwks                    | application/json    | ROUTED application/jwk-set+json
          /api                               | application/*       | ROUTED application/json, application/yaml, application/vnd.kubernetes.protobuf
          /api/v1                            | text/plain          | ROUTED application/json, application/yaml, application/vnd.kubernetes.protobuf
          /apis/apps/v1                      | text/plain          | ROUTED application/json, application/yaml, application/vnd.kubernetes.protobuf
          /api                               | TABLE               | NEGOTIATED
          /api/v1                            | TABLE               | NEGOTIATED
          /apis                              | text/plain          | NEGOTIATED
          /apis                              | TABLE               | NEGOTIATED
          /apis/apps                         | text/plain          | NEGOTIATED
          /apis/apps                         | TABLE               | NEGOTIATED
          /api/v1/pods?watch=true            | text/plain          | ROUTED application/json, application/yaml, application/vnd.kubernetes.protobuf, application/json;stream=watch, application/vnd.kubernetes.protobuf;stream=watch
          /api/v1/namespaces/default/pods/x/log | text/html        | ROUTED text/plain, application/json, application/yaml, application/vnd.kubernetes.protobuf
          /api/v1/namespaces/default/pods/x/log | text/plain       | NEGOTIATED
          """)
  void unacceptableMediaTypesAreRejected(String path, String accept, String expected) {
    ApiResponse response =
        server.call(
            request("GET", path)
                .header(
                    "accept",
                    accept.replace("TABLE", "application/json;as=Table;v=v1;g=meta.k8s.io")));

    assertThat(response.status()).isEqualTo(406);
    String body = new String(response.body(), StandardCharsets.UTF_8);
    if (accept.equals("application/yaml")) {
      assertThat(response.headers().get("content-type")).containsExactly("application/yaml");
      assertThat(body).contains("Available representations: application/json");
      return;
    }
    assertThat(json(response).path("reason").asText()).isEqualTo("NotAcceptable");
    assertThat(message(response))
        .isEqualTo(
            expected.equals("NEGOTIATED")
                ? "only the following media types are accepted: application/json,"
                    + " application/yaml, application/vnd.kubernetes.protobuf"
                : expected.replace(
                    "ROUTED ", "406: Not Acceptable\n\nAvailable representations: "));
  }

  @ParameterizedTest
  @CsvSource({
    "/apis, application/*, application/json",
    "/apis/apps, application/*, application/json",
    "/version, application/json;q=0.1, application/json",
    "/openapi/v3, text/html, text/plain; charset=utf-8",
    "/healthz, image/png, text/plain; charset=utf-8",
    "/metrics, image/png, text/plain; version=0.0.4; charset=utf-8; escaping=underscores",
  })
  void acceptedMediaTypesAreServed(String path, String accept, String type) {
    ApiResponse response = server.call(request("GET", path).header("accept", accept));

    assertThat(response.status()).isEqualTo(200);
    assertThat(response.headers().get("content-type")).containsExactly(type);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/openapi/v2", "/openapi/v3/api/v1", "/openapi/v3/apis/apps/v1"})
  void openApiRejectsUnacceptableMediaTypesWithoutABody(String path) {
    ApiResponse response = server.call(request("GET", path).header("accept", "text/html"));

    assertThat(response.status()).isEqualTo(406);
    assertThat(response.body()).isEmpty();
    assertThat(response.headers()).doesNotContainKey("content-type");
  }

  @Test
  void anUnknownVersionIsNotFoundWhateverIsAccepted() {
    ApiResponse response =
        server.call(request("GET", "/apis/apps/v9").header("accept", "text/html"));

    assertThat(response.status()).isEqualTo(404);
  }

  @ParameterizedTest
  @CsvSource({
    "/api/v1/pods, *core.PodList",
    "/apis/apps/v1/deployments, *apps.DeploymentList",
    "/apis/events.k8s.io/v1/events, *core.EventList",
    "/apis/rbac.authorization.k8s.io/v1/clusterroles, *rbac.ClusterRoleList",
  })
  void listsAsMetadataOfOneObjectAreRejectedWithTheirGoType(String path, String type) {
    ApiResponse response =
        server.call(
            request("GET", path)
                .header("accept", "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io"));

    assertThat(message(response))
        .isEqualTo(
            "you requested PartialObjectMetadata, but the requested object is a list ("
                + type
                + ")");
  }

  @Test
  void aConfigMapThatIsTooLargeIsInvalidAsAWhole() {
    ApiResponse response =
        server.post(
            CONFIG_MAPS,
            "{'metadata': {'name': 'a'}, 'data': {'a': '" + "x".repeat(1024 * 1024 + 1) + "'}}");

    assertThat(message(response))
        .isEqualTo("ConfigMap \"a\" is invalid: []: Too long: may not be more than 1048576 bytes");
  }

  @Test
  void theLongestGracePeriodOverflowsAsInGo() {
    String pod = "/api/v1/namespaces/default/pods/p";
    server.post(
        "/api/v1/namespaces/default/pods",
        "{'metadata': {'name': 'p'}, 'spec': {'nodeName': 'n', 'terminationGracePeriodSeconds':"
            + " 9223372036854775807, 'containers': [{'name': 'c', 'image': 'i'}]}}");

    ApiResponse deleted = server.call(request("DELETE", pod));

    assertThat(deleted.status()).isEqualTo(200);
    assertThat(json(deleted).at("/metadata/deletionGracePeriodSeconds").asLong())
        .isEqualTo(Long.MAX_VALUE);
    assertThat(server.call(request("DELETE", pod + "?gracePeriodSeconds=0")).status())
        .isEqualTo(200);
    assertThat(server.get(pod).status()).isEqualTo(404);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          GET   | /api/v1/namespaces/default/configmaps//     | 200 |
          GET   | /apis/apps//                                | 200 |
          GET   | /apis/apps/v1/deployments///                | 200 |
          GET   | /openid/v1/jwks/                            | 200 |
          GET   | /api/v1/namespaces/default//configmaps      | 404 | the server could not find the requested resource
          GET   | /api/v1/namespaces/default/status/x         | 404 | the server could not find the requested resource
          GET   | /api/v1/componentstatuses/../..             | 404 | the server could not find the requested resource
          GET   | /api/v1/componentstatuses/x                 | 404 | componentstatus "x" not found
          GET   | WIDGETS/w/status/x                          | 200 |
          GET   | WIDGETS/w/scale/x/y                         | 500 | Internal error occurred: the spec replicas field ".spec.replicas" does not exist
          GET   | WIDGETS/missing//.                          | 404 | widgets.example.com "missing" not found
          GET   | WIDGETS//..                                 | 404 | widgets.example.com "" not found
          PUT   | WIDGETS                                     | 400 | name must be provided
          PATCH | WIDGETS                                     | 400 | name must be provided
          GET   | /apis/example.com/v1/proxy/namespaces/default/widgets/w        | 405 | proxy is not supported on resources of kind "widgets.example.com"
          GET   | /apis/example.com/v1/watch/namespaces/default/widgets/w/status | 405 | watch is not supported on resources of kind "widgets.example.com"
          GET   | /api/v1/proxy/namespaces/default/pods/p     | 404 | the server could not find the requested resource
          """)
  void pathsAreReadAsUpstreamsRouterReadsThem(
      String method, String path, int status, String message) {
    assertThat(new WidgetKind(server).create("application/json", "").status()).isEqualTo(201);

    ApiResponse response =
        server.call(
            request(method, path.replace("WIDGETS", WidgetKind.PATH))
                .body("application/merge-patch+json", "{}".getBytes(StandardCharsets.UTF_8)));

    assertThat(response.status()).isEqualTo(status);
    if (message != null) {
      assertThat(message(response)).isEqualTo(message);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/api/v1/watch", "/apis/apps/v1/proxy/", "/apis/example.com/v1/watch"})
  void aPathThatEndsWithAVerbCannotBeParsed(String path) {
    ApiResponse response = server.call(ApiRequest.of("GET", path).with("a", "<1>"));

    assertThat(response.status()).isEqualTo(500);
    assertThat(response.headers()).doesNotContainKey("cache-control");
    assertThat(new String(response.body(), StandardCharsets.UTF_8))
        .isEqualTo(
            "Internal Server Error: \""
                + path
                + "?a=&lt;1&gt;\": failed to create RequestInfo: unable to determine kind and"
                + " namespace from url, "
                + path
                + "?a=&lt;1&gt;\n");
  }

  @Test
  void anObjectIsLookedForBeforeItsFormIsRejected() {
    new WidgetKind(server).create("application/json", "");
    String form = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";

    ApiResponse missing = formed(CONFIG_MAPS + "/missing", form);
    ApiResponse custom = formed(WidgetKind.PATH + "/w", form);

    assertThat(message(missing)).isEqualTo("configmaps \"missing\" not found");
    assertThat(custom.status()).isEqualTo(500);
    assertThat(message(custom)).isEqualTo("content is not a list");
  }

  private ApiResponse formed(String path, String form) {
    return server.call(ApiRequest.of("GET", path).header("accept", form));
  }

  @Test
  void listOptionsOfADeletionAreCheckedFirst() {
    ApiResponse response = server.delete(CONFIG_MAPS + "?dryRun=x&limit=x");

    assertThat(message(response)).isEqualTo("strconv.ParseInt: parsing \"x\": invalid syntax");
  }

  @Test
  void continueTokensAreRelativeToTheList() {
    for (String name : List.of("a", "b", "c")) {
      server.post(
          CONFIG_MAPS,
          "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\""
              + name
              + "\"}}");
    }
    String token =
        Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString(
                "{\"v\":\"meta.k8s.io/v1\",\"rv\":-1,\"start\":\"b\"}"
                    .getBytes(StandardCharsets.UTF_8));

    ApiResponse response = server.get(CONFIG_MAPS + "?continue=" + token);

    assertThat(json(response).path("items").findValuesAsText("name")).contains("b", "c");
    assertThat(json(response).path("items").findValuesAsText("name")).doesNotContain("a");
  }

  @Test
  void controlCharactersAreQuotedAsGoQuotesThem() {
    ApiResponse response =
        server.call(
            request("POST", CONFIG_MAPS)
                .with("fieldManager", "\u007f")
                .body("application/json", "{}".getBytes(StandardCharsets.UTF_8)));

    assertThat(message(response))
        .isEqualTo(
            "CreateOptions.meta.k8s.io \"\" is invalid: fieldManager: Invalid value: \"\\x7f\":"
                + " invalid character U+007F (at position 0)");
  }
}
