package io.coxswain.apiserver.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.json.SameJson;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class SameJsonTest {
  private static JsonNode json(String text) {
    return Json.tree(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void treatsEmptyMapsAndListsAsAbsent() {
    JsonNode without = json("{\"a\":{\"b\":1}}");
    JsonNode with = json("{\"a\":{\"b\":1.0,\"c\":{}},\"d\":[],\"e\":null}");

    assertThat(SameJson.same(without, with)).isTrue();
    assertThat(SameJson.same(with, without)).isTrue();
  }

  @Test
  void aMemberOnOneSideOnlyIsADifference() {
    JsonNode less = json("{\"a\":{\"b\":1}}");
    JsonNode more = json("{\"a\":{\"b\":1,\"c\":2}}");

    assertThat(SameJson.same(less, more)).isFalse();
    assertThat(SameJson.same(more, less)).isFalse();
  }

  @Test
  @Timeout(60)
  void terminatesForDeepObjects() {
    assertThat(SameJson.same(deep(1), deep(1))).isTrue();
    assertThat(SameJson.same(deep(1), deep(2))).isFalse();
  }

  /** As deep as the schema of a kind that holds pod templates, and more. */
  private static ObjectNode deep(int value) {
    ObjectNode tree = Json.MAPPER.createObjectNode().put("value", value);
    for (int i = 0; i < 100; i++) {
      ObjectNode around = Json.MAPPER.createObjectNode();
      around.set("properties", tree);
      tree = around;
    }
    return tree;
  }
}
