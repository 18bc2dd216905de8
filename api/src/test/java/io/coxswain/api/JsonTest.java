package io.coxswain.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "3", "007", "1e3", "0x1F", "1_000", "-1.5", ".5", "1.", "+1", "12:30", "2026-01-01",
        "2026-01-01T00:00:00Z", "true", "null", "~", "yes", "", "1Gi", "- x", "a: b", "# c", "{}",
        "two\nlines", ".inf", "plain"
      })
  void stringsStayStringsInYaml(String text) throws IOException {
    String yaml = Json.yaml(Map.of("key", text));

    JsonNode value = Json.yamlMapper().readTree(yaml).get("key");
    assertThat(value.isTextual()).as(yaml).isTrue();
    assertThat(value.asText()).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "with words", "path/to/it", "acme.io/name"})
  void wordsNeedNoQuotes(String text) {
    assertThat(Json.yaml(Map.of("key", text))).isEqualTo("key: " + text + "\n");
  }
}
