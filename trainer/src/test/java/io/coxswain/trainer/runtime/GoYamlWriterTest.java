package io.coxswain.trainer.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.evidence.property.ForAll;
import io.coxswain.evidence.property.Property;
import io.coxswain.evidence.property.Size;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The expected texts are what {@code sigs.k8s.io/yaml} 1.6.0 wrote. */
class GoYamlWriterTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      textBlock =
          """
          TrainingRuntime      | TrainingRuntime
          007                  | "007"
          08                   | "08"
          0x1F                 | "0x1F"
          0b12                 | 0b12
          1_000                | "1_000"
          -9223372036854775809 | "-9223372036854775809"
          1.                   | "1."
          1.2.3                | 1.2.3
          .5                   | ".5"
          1:30                 | "1:30"
          2026-11-15T15:41:14Z | "2026-11-15T15:41:14Z"
          2026-02-30           | 2026-02-30
          yes                  | "yes"
          n                    | "n"
          ~a                   | ~a
          <<                   | <<
          a: b                 | 'a: b'
          a:b                  | a:b
          a #b                 | 'a #b'
          it's                 | it's
          'q'                  | '''q'''
          - a                  | '- a'
          %a                   | '%a'
          """)
  void quotesOnlyWhatWouldNotBeReadAsTheSameString(String value, String expected) {
    assertThat(GoYamlWriter.of(Json.tree(Map.of("k", value)))).isEqualTo("k: " + expected + "\n");
  }

  @Test
  void writesListsLiteralsAndLongLines() throws Exception {
    String script = "set -e\\necho \\\"$A\\\"\\n";
    String words = "word ".repeat(20).strip();

    assertThat(
            yaml(
                """
                {"spec": {"l": [{"b": 1, "a": []}, {"c": {}}], "n": null, "t": true},
                 "a10": "%s", "a9": "%s", "1": "", "a02": 0, "a1": 0}
                """
                    .formatted(script, words)))
        .isEqualTo(
            """
            "1": ""
            a1: 0
            a02: 0
            a9: word word word word word word word word word word word word word word word word
              word word word word
            a10: |
              set -e
              echo "$A"
            spec:
              l:
              - a: []
                b: 1
              - c: {}
              "n": null
              t: true
            """);
  }

  @Property
  void isReadAsWhatWasWritten(@ForAll @Size(3) List<String> texts) throws Exception {
    JsonNode tree = Json.tree(Map.of("a", texts, "b", Map.of("c", texts.getFirst())));

    assertThat(Json.yamlMapper().readTree(GoYamlWriter.of(tree))).isEqualTo(tree);
  }

  @Test
  void escapesLineBreaksThatOthersDoNotKnow() throws Exception {
    JsonNode tree = Json.tree(Map.of("k", List.of("\u0085", "a\u2028 b", "\ufeff\n", "\u2029")));

    assertThat(Json.yamlMapper().readTree(GoYamlWriter.of(tree))).isEqualTo(tree);
  }

  private static String yaml(String json) throws Exception {
    return GoYamlWriter.of(Json.MAPPER.readTree(json));
  }
}
