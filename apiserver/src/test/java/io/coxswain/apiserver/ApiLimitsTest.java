package io.coxswain.apiserver;

import static io.coxswain.apiserver.TestingServer.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.env.ApiResponse;
import io.coxswain.evidence.Attack;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that would cost far more than their size. */
final class ApiLimitsTest {
  private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
  private static final String PODS = "/api/v1/namespaces/default/pods";
  private static final String CRDS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  private static final String JSON_PATCH = "application/json-patch+json";

  private final TestingServer server = new TestingServer();

  @Test
  @Attack("a JSON patch that doubles a value with every copy")
  void copiesOfAJsonPatchAreBoundedInBytes() {
    server.post(CONFIG_MAPS, "{'metadata':{'name':'a'},'data':{'k':'" + "x".repeat(1000) + "'}}");
    String copies =
        IntStream.range(0, 40)
            .mapToObj(i -> "{'op':'copy','from':'/data','path':'/data/c" + i + "'}")
            .collect(Collectors.joining(",", "[", "]"));

    ApiResponse response = server.patch(CONFIG_MAPS + "/a", JSON_PATCH, copies);

    assertThat(response.status()).isEqualTo(422);
    assertThat(json(response).at("/message").asText())
        .isEqualTo("the server rejected our request due to an error in our request");
  }

  @Test
  @Attack("a JSON patch that nests values deeper than anything that can be sent")
  void theResultOfAJsonPatchIsBoundedInDepth() {
    server.post(CONFIG_MAPS, "{'metadata':{'name':'a'},'data':{}}");
    String copies =
        IntStream.range(0, 17)
            .mapToObj(i -> "{'op':'copy','from':'/x','path':'/x" + "/x".repeat(1 << i) + "'}")
            .collect(Collectors.joining(",", "[{'op':'add','path':'/x','value':{}},", "]"));
    String deep = "{'x':".repeat(900) + "{}" + "}".repeat(900);
    String additions =
        IntStream.range(0, 3)
            .mapToObj(
                i ->
                    "{'op':'add','path':'/data"
                        + "/x".repeat(900 * i)
                        + "/x','value':"
                        + deep
                        + "}")
            .collect(Collectors.joining(",", "[", "]"));

    assertThat(server.patch(CONFIG_MAPS + "/a", JSON_PATCH, copies).status()).isEqualTo(422);
    assertThat(server.patch(CONFIG_MAPS + "/a", JSON_PATCH, additions).status()).isEqualTo(422);
  }

  @Test
  @Attack("ten thousand operations that each move a large object")
  void movingALargeObjectCostsTheSameAsASmallOne() {
    String data =
        IntStream.range(0, 20_000)
            .mapToObj(i -> "'k" + i + "':'v'")
            .collect(Collectors.joining(",", "{", "}"));
    server.post(CONFIG_MAPS, "{'metadata':{'name':'a'},'data':" + data + "}");
    String moves =
        IntStream.range(0, 5_000)
            .mapToObj(
                i ->
                    "{'op':'move','from':'/data','path':'/binaryData'},"
                        + "{'op':'move','from':'/binaryData','path':'/data'}")
            .collect(Collectors.joining(",", "[", "]"));

    assertThat(server.patch(CONFIG_MAPS + "/a", JSON_PATCH, moves).status()).isEqualTo(200);
  }

  @Test
  @Attack("ten thousand operations below an object with many keys")
  void anOperationDoesNotCostTheSizeOfTheObject() {
    String data =
        IntStream.range(0, 20_000)
            .mapToObj(i -> "'k" + i + "':'v'")
            .collect(Collectors.joining(",", "{", "}"));
    server.post(CONFIG_MAPS, "{'metadata':{'name':'a'},'data':" + data + "}");
    String additions =
        IntStream.range(0, 10_000)
            .mapToObj(i -> "{'op':'add','path':'/data/n" + i + "','value':''}")
            .collect(Collectors.joining(",", "[", "]"));

    assertThat(server.patch(CONFIG_MAPS + "/a", JSON_PATCH, additions).status()).isEqualTo(200);
    assertThat(
            server
                .patch(
                    CONFIG_MAPS + "/a",
                    JSON_PATCH,
                    additions.replace("]", ",{'op':'remove','path':'/data/k0'}]"))
                .status())
        .isEqualTo(413);
  }

  @Test
  @Attack("a strategic merge patch of a long list with a long list")
  void mergingListsByKeyIsLinear() {
    String env =
        IntStream.range(0, 10_000)
            .mapToObj(i -> "{'name':'e" + i + "','value':'v'}")
            .collect(Collectors.joining(",", "[", "]"));
    server.post(
        "/apis/apps/v1/namespaces/default/deployments",
        "{'metadata':{'name':'d'},'spec':{'selector':{'matchLabels':{'a':'b'}},'template':"
            + "{'metadata':{'labels':{'a':'b'}},'spec':{'containers':[{'name':'c','image':'i','env':"
            + env
            + "}]}}}}");

    ApiResponse response =
        server.patch(
            "/apis/apps/v1/namespaces/default/deployments/d",
            "application/strategic-merge-patch+json",
            "{'spec':{'template':{'spec':{'containers':[{'name':'c','env':"
                + env.replace("'v'", "'w'").replace("'e2", "'f2")
                + "}]}}}}");

    assertThat(response.status()).isEqualTo(200);
    assertThat(json(response).at("/spec/template/spec/containers/0/env").size())
        .isEqualTo(10_000 + 1_111);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e1000000000", "1e-1000000000", "1e2147483647"})
  @Attack("quantities that ask for gigabytes of digits, in requests, limits and quotas")
  void quantitiesWithHugeExponentsAreCheap(String quantity) {
    server.post(
        "/api/v1/namespaces/default/resourcequotas",
        "{'metadata':{'name':'q'},'spec':{'hard':{'requests.cpu':'" + quantity + "'}}}");
    server.post(
        "/api/v1/namespaces/default/limitranges",
        "{'metadata':{'name':'l'},'spec':{'limits':[{'type':'Container','max':{'memory':'"
            + quantity
            + "'}}]}}");

    ApiResponse response =
        server.post(
            PODS,
            "{'metadata':{'name':'p'},'spec':{'containers':[{'name':'c','image':'i','resources':"
                + "{'requests':{'cpu':'"
                + quantity
                + "','memory':'"
                + quantity
                + "'},'limits':{'cpu':'"
                + quantity
                + "','memory':'"
                + quantity
                + "'}}}]}}");

    assertThat(response.status()).isIn(201, 403, 422);
    assertThat(server.get("/api/v1/namespaces/default/resourcequotas").status()).isEqualTo(200);
  }

  @Test
  @Attack("a YAML integer and a JSON number of three million digits")
  void numbersOfManyDigitsAreReadInLinearTime() {
    String digits = "7".repeat(2_900_000);

    // A number that no float can hold is text, here one that is too long.
    assertThat(yaml("metadata: {name: a}\ndata: {k: " + digits + "}").status()).isEqualTo(422);
    assertThat(yaml("metadata: {name: a}\ndata: {k: 0x" + digits + "}").status())
        .isBetween(400, 422);
    assertThat(server.post(CONFIG_MAPS, "{'metadata':{'name':'b','generation':" + digits + "}}"))
        .extracting(ApiResponse::status)
        .isEqualTo(400);
    assertThat(server.post(CONFIG_MAPS, "{'metadata':{'name':'c','generation':1e999999999}}"))
        .extracting(ApiResponse::status)
        .isEqualTo(400);
  }

  @Test
  @Attack("YAML aliases that multiply, and collections that nest deeply")
  void yamlBombsAreRejected() {
    String bomb =
        "a: &a [x,x,x,x,x,x,x,x,x,x]\n"
            + IntStream.range(1, 10)
                .mapToObj(
                    i -> {
                      char before = (char) ('a' + i - 1);
                      char name = (char) ('a' + i);
                      return name + ": &" + name + " [" + ("*" + before + ",").repeat(10) + "]\n";
                    })
                .collect(Collectors.joining());

    assertThat(json(yaml(bomb)).at("/message").asText())
        .contains("yaml: document contains excessive aliasing");
    assertThat(yaml("[".repeat(100_000)).status()).isEqualTo(400);
    assertThat(yaml("- ".repeat(100_000)).status()).isEqualTo(400);
    assertThat(yaml("{a: ".repeat(100_000)).status()).isEqualTo(400);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{'a':", "["})
  @Attack("JSON that nests deeper than the stack")
  void deepJsonIsRejected(String open) {
    String deep = open.repeat(500_000);

    assertThat(server.post(CONFIG_MAPS, deep).status()).isEqualTo(400);
    assertThat(server.post(CONFIG_MAPS, "{'data':" + deep).status()).isEqualTo(400);
    assertThat(server.patch(CONFIG_MAPS + "/none", TestingServer.MERGE, deep).status())
        .isIn(400, 404);
    server.post(CONFIG_MAPS, "{'metadata':{'name':'a'}}");
    assertThat(server.patch(CONFIG_MAPS + "/a", TestingServer.MERGE, deep).status()).isEqualTo(400);
    assertThat(
            server
                .patch(CONFIG_MAPS + "/a?fieldManager=m", "application/apply-patch+yaml", deep)
                .status())
        .isEqualTo(400);
  }

  @Test
  @Attack("managed fields that nest deeply")
  void deepManagedFieldsAreRejectedOrStored() {
    String deep = "{'f:a':".repeat(900) + "{}" + "}".repeat(900);

    ApiResponse response =
        server.post(
            CONFIG_MAPS,
            "{'metadata':{'name':'a','managedFields':[{'manager':'m','operation':'Update',"
                + "'apiVersion':'v1','fieldsType':'FieldsV1','fieldsV1':"
                + deep
                + "}]}}");

    assertThat(response.status()).isLessThan(500);
  }

  @Test
  @Attack("names of a hundred thousand characters, in all formats that are checked")
  void longTextsAreCheckedWithoutDeepRecursion() {
    String dots = "a.".repeat(50_000) + "a";
    String dashes = "a-".repeat(50_000) + "!";

    for (String text : new String[] {dots, dashes}) {
      assertThat(server.post(CONFIG_MAPS, "{'metadata':{'name':'" + text + "'}}").status())
          .isEqualTo(422);
      ApiResponse pod =
          server.post(
              PODS,
              ("{'metadata':{'name':'p','labels':{'T/T':'T'},'annotations':{'T/T':''},"
                      + "'finalizers':['T/T'],'ownerReferences':[{'apiVersion':'T','kind':'T',"
                      + "'name':'T','uid':'T'}]},'spec':{'nodeName':'T','hostname':'T',"
                      + "'serviceAccountName':'T','schedulerName':'T','securityContext':"
                      + "{'sysctls':[{'name':'T','value':''}]},'containers':[{'name':'T',"
                      + "'image':'T','ports':[{'containerPort':1,'name':'T'}],"
                      + "'env':[{'name':'T'}],'resources':{'limits':{'T/T':'1'}}}]}}")
                  .replace("T", text));
      assertThat(pod.status()).isBetween(400, 422);
      assertThat(server.get(PODS + "?labelSelector=" + text + "/x").status()).isEqualTo(400);
      assertThat(server.get(PODS + "?timeout=" + "1h".repeat(50_000)).status()).isLessThan(500);
    }
  }

  @Test
  @Attack("an image name of eighty thousand characters")
  void longImageNamesAreStoredOrRejected() {
    ApiResponse response =
        server.post(
            PODS,
            "{'metadata':{'name':'p'},'spec':{'containers':[{'name':'c','image':'"
                + "a/".repeat(40_000)
                + "a'}]}}");

    assertThat(response.status()).isEqualTo(201);
    assertThat(json(response).at("/spec/containers/0/imagePullPolicy").asText())
        .isEqualTo("IfNotPresent");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'labels':{$'-#':'-'}",
        "'annotations':{$'-#':'-'}",
        "'finalizers':[$'-#']",
        "'ownerReferences':[${'name':'#'}]",
      })
  @Attack("a hundred thousand mistakes in one request")
  void theResponseToManyMistakesIsBounded(String field) {
    String item = field.substring(field.indexOf('$') + 1, field.length() - 1);
    int count = 20_000;
    String items =
        IntStream.range(0, count)
            .mapToObj(i -> item.replace("#", String.valueOf(i)))
            .collect(Collectors.joining(","));
    String metadata = field.replace("$" + item, items);

    ApiResponse response = server.post(CONFIG_MAPS, "{'metadata':{'name':'a'," + metadata + "}}");

    assertThat(response.status()).isEqualTo(422);
    assertThat(response.body().length).isLessThan(4 * 1024 * 1024);
    assertThat(json(response).at("/details/causes").size()).isEqualTo(1001);
    assertThat(json(response).at("/message").asText()).contains("more are not shown");
  }

  @Test
  @Attack("patterns of a CRD that exhaust the stack or memory")
  void patternsOfACrdAreLimited() {
    assertThat(cause(crd("(".repeat(5_000) + ")".repeat(5_000))))
        .contains("error parsing regexp: expression nests too deeply: `(((");
    assertThat(cause(crd("((a{1000}){1000}){1000}")))
        .contains("error parsing regexp: invalid repeat count: `{1000}`");
    assertThat(cause(crd("[ab]{1000}".repeat(100))))
        .contains("error parsing regexp: expression too large: `[ab]{1000}");
  }

  @Test
  @Attack("a printer column with an index beyond all integers")
  void aColumnWithAHugeIndexIsEmpty() {
    ObjectNode definition = json(server.post(CRDS, definition("'type':'string'")));
    assertThat(definition.at("/metadata/name").asText()).isEqualTo("things.example.com");

    assertThat(
            server
                .patch(
                    CRDS + "/things.example.com",
                    TestingServer.MERGE,
                    "{'spec':{'versions':["
                        + definition
                            .at("/spec/versions/0")
                            .toString()
                            .replaceFirst(
                                "\\{",
                                "{\"additionalPrinterColumns\":[{\"name\":\"x\",\"type\":\"string\","
                                    + "\"jsonPath\":\".spec.x[99999999999999]\"}],")
                        + "]}}")
                .status())
        .isIn(200, 422);
    assertThat(
            server
                .call(
                    TestingServer.request("GET", "/apis/example.com/v1/namespaces/default/things")
                        .header("accept", "application/json;as=Table;v=v1;g=meta.k8s.io"))
                .status())
        .isLessThan(500);
  }

  private ApiResponse yaml(String text) {
    return server.call(
        TestingServer.request("POST", CONFIG_MAPS)
            .body("application/yaml", text.getBytes(StandardCharsets.UTF_8)));
  }

  private ObjectNode crd(String pattern) {
    return json(server.post(CRDS, definition("'type':'string','pattern':'" + pattern + "'")));
  }

  private static String definition(String schema) {
    return "{'metadata':{'name':'things.example.com'},'spec':{'group':'example.com','scope':"
        + "'Namespaced','names':{'plural':'things','kind':'Thing'},'versions':[{'name':'v1',"
        + "'served':true,'storage':true,'schema':{'openAPIV3Schema':{'type':'object','properties':"
        + "{'x':{"
        + schema
        + "}}}}}]}}";
  }

  private static String cause(ObjectNode status) {
    assertThat(status.at("/code").asInt()).isEqualTo(422);
    return status.at("/details/causes/0/message").asText();
  }
}
