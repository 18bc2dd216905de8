package io.coxswain.apiserver.table;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class JsonPathTest {
  private static final JsonNode OBJECT =
      Json.tree(
          "{\"a\":{\"b\":1},\"list\":[{\"t\":\"x\"},{\"t\":\"y\"},{\"t\":\"z\"}],\"none\":[]}"
              .getBytes(StandardCharsets.UTF_8));

  @ParameterizedTest
  @CsvSource({
    ".a.b, 1",
    ".list[0].t, x",
    ".list[-1].t, z",
    ".list[-1:].t, z",
    ".list[-2:].t, y",
    ".list[1:2].t, y",
    ".list[:1].t, x",
    ".list[1:].t, y",
    ".list[-9:].t, x",
    ".list[?(@.t==\"y\")].t, y",
    ".list[*].t, x"
  })
  void findsTheFirstValue(String path, String value) {
    assertThat(JsonPath.parse(path).orElseThrow().first(OBJECT).orElseThrow().asText())
        .isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(strings = {".none[-1:].t", ".list[3:].t", ".list[2:1].t", ".a[-1:]", ".nothing[0]"})
  void findsNothingForMissingPaths(String path) {
    assertThat(JsonPath.parse(path).orElseThrow().first(OBJECT)).isEmpty();
  }
}
