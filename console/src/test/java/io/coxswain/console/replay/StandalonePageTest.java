package io.coxswain.console.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.evidence.Attack;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class StandalonePageTest {
  private static final Pattern MAP = Pattern.compile("<script type=\"importmap\">(.*)</script>");

  @Test
  void containsEveryModuleThatAnotherImports() throws Exception {
    String page = StandalonePage.of(recording("a run"));

    Matcher map = MAP.matcher(page);
    assertThat(map.find()).isTrue();
    JsonNode imports = Json.MAPPER.readTree(map.group(1)).path("imports");
    assertThat(imports.has("coxswain:/assets/replay-standalone.js")).isTrue();
    assertThat(imports.has("coxswain:/lib/lit-html/lit-html.js")).isTrue();
    for (JsonNode url : imports) {
      String text =
          new String(
              Base64.getDecoder().decode(url.asText().replaceFirst("^.*,", "")),
              StandardCharsets.UTF_8);
      Matcher named = Pattern.compile("(?:from|import)\\s*\"([^\"]+)\"").matcher(text);
      while (named.find()) {
        assertThat(imports.has(named.group(1))).as(named.group(1)).isTrue();
      }
    }
  }

  @Test
  @Attack("an object whose text ends the script of a recorded page and begins another")
  void textOfObjectsDoesNotLeaveTheRecording() {
    String page = StandalonePage.of(recording("</script><script>alert(1)</script>"));

    assertThat(page).doesNotContain("<script>alert").contains("\\u003c/script>");
    assertThat(page).contains("<title>&lt;/script>");
  }

  private static ObjectNode recording(String title) {
    return Json.NODES.objectNode().put("format", "coxswain-recording/1").put("title", title);
  }
}
