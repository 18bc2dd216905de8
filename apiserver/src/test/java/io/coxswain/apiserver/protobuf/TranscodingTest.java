package io.coxswain.apiserver.protobuf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.protobuf.ProtobufException;
import io.coxswain.api.protobuf.ProtobufToJson;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The streaming transcoder, compared with the codec that is compared with Go's. */
class TranscodingTest {
  private static final long SEEDS = 20;

  /** Everything, nothing, zeros, and random parts of each kind. */
  private static final Map<String, List<ObjectNode>> OBJECTS =
      Stream.concat(
              ProtobufExamples.all().stream(),
              LongStream.rangeClosed(1, SEEDS)
                  .boxed()
                  .flatMap(seed -> ProtobufExamples.random(seed).stream()))
          .collect(
              Collectors.groupingBy(
                  e -> e.apiVersion() + " " + e.kind(),
                  TreeMap::new,
                  Collectors.mapping(ProtobufExamples.Example::object, Collectors.toList())));

  static Stream<String> kinds() {
    return OBJECTS.keySet().stream();
  }

  private static List<ObjectNode> objects(String kind) {
    return Objects.requireNonNull(OBJECTS.get(kind));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("kinds")
  void encodesJsonOfProtobufToTheSameBytes(String kind) throws Exception {
    for (ObjectNode object : objects(kind)) {
      byte[] encoded = ProtobufWriter.object(object, 0);

      byte[] json = ProtobufToJson.object(encoded);

      assertThat(ProtobufWriter.object(Json.tree(json), 0)).isEqualTo(encoded);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("kinds")
  void leavesJsonInTheFormOfGoAsItIs(String kind) throws Exception {
    for (ObjectNode object : objects(kind)) {
      ObjectNode json = Json.tree(ProtobufToJson.object(ProtobufWriter.object(object, 0)));

      byte[] encoded = ProtobufWriter.object(json, 0);

      assertThat((JsonNode) Json.tree(ProtobufToJson.object(encoded))).isEqualTo(json);
    }
  }

  @Test
  void writesTheFieldsThatJsonAlwaysHas() throws Exception {
    ObjectNode pod = Json.MAPPER.createObjectNode().put("apiVersion", "v1").put("kind", "Pod");
    pod.putObject("status").putArray("containerStatuses").addObject().put("name", "a");

    JsonNode json = Json.tree(ProtobufToJson.object(ProtobufWriter.object(pod, 0)));

    assertThat(json.at("/status/containerStatuses/0").toString())
        .isEqualTo(
            "{\"name\":\"a\",\"state\":{},\"lastState\":{},\"ready\":false,\"restartCount\":0,"
                + "\"image\":\"\",\"imageID\":\"\"}");
    assertThat(json.at("/spec").toString()).isEqualTo("{\"containers\":null}");
  }

  @Test
  void transcodesLists() throws Exception {
    var items = new ArrayList<ObjectNode>();
    for (ProtobufExamples.Example example : ProtobufExamples.all()) {
      if (example.kind().equals("Pod")) {
        ObjectNode item = example.object().deepCopy();
        item.remove(List.of("apiVersion", "kind"));
        items.add(item);
      }
    }
    ObjectNode metadata =
        Json.MAPPER.createObjectNode().put("resourceVersion", "7").put("continue", "more");

    JsonNode list =
        Json.tree(ProtobufToJson.object(ProtobufWriter.list("v1", "Pod", metadata, items, 0)));

    assertThat(list.path("kind").asText()).isEqualTo("PodList");
    assertThat(list.path("metadata")).isEqualTo(metadata);
    assertThat(list.path("items")).hasSameSizeAs(items);
    assertThat(list.path("items").get(0)).isEqualTo(items.getFirst());
    JsonNode none =
        Json.tree(ProtobufToJson.object(ProtobufWriter.list("v1", "Pod", metadata, List.of(), 0)));
    assertThat(none.path("items").isArray()).isTrue();
  }

  @Test
  void leavesOutManagedFieldsOnRequest() throws Exception {
    ObjectNode pod = example("Pod");
    byte[] encoded = ProtobufWriter.object(pod, 0);

    JsonNode json = Json.tree(ProtobufToJson.withoutManagedFields(encoded));

    assertThat(pod.at("/metadata/managedFields")).isNotEmpty();
    for (JsonNode metadata : pod.findParents("managedFields")) {
      ((ObjectNode) metadata).remove("managedFields");
    }
    assertThat(json).isEqualTo(pod);
  }

  @Test
  void replacesMalformedTextAsGoDoes() throws Exception {
    var metadata = MessageWriter.message().field(3, new byte[] {'a', (byte) 0xc3, 'b'});
    byte[] encoded =
        TestingMessage.body("v1", "ConfigMap", MessageWriter.message().field(1, metadata));

    assertThat(Json.tree(ProtobufToJson.object(encoded)).at("/metadata/namespace").asText())
        .isEqualTo("a\uFFFDb");
  }

  @Test
  void rejectsTruncatedBodiesAndFieldsInSeveralPlaces() throws Exception {
    byte[] whole = ProtobufWriter.object(example("Pod"), 0);
    for (int length = 0; length < whole.length - 4; length += 7) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> ProtobufToJson.object(cut)).isInstanceOf(ProtobufException.class);
    }
    var entry = MessageWriter.message().field(1, "k").field(2, "v");
    var apart = MessageWriter.message().field(2, entry).field(4, 1).field(2, entry);
    byte[] scattered = TestingMessage.body("v1", "ConfigMap", apart);
    assertThatThrownBy(() -> ProtobufToJson.object(scattered))
        .hasMessage("a field occurs in several places");
  }

  private static ObjectNode example(String kind) {
    return ProtobufExamples.all().stream()
        .filter(e -> e.kind().equals(kind) && e.variant().equals("full"))
        .findFirst()
        .orElseThrow()
        .object()
        .deepCopy();
  }
}
