package io.coxswain.apiserver.admission.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DestinationTest {

  @ParameterizedTest
  @CsvSource({
    "https://127.0.0.1:9443//mutate-apps-v1, https://127.0.0.1:9443/mutate-apps-v1",
    "https://host/a/./b/../c/, https://host/a/c",
    "https://host, https://host/",
    "https://host/a%20b, https://host/a%20b",
    "https://[::1]:8443//x, https://[::1]:8443/x"
  })
  void cleansThePathOfAUrl(String written, String requested) {
    ObjectNode config = Json.MAPPER.createObjectNode().put("url", written);

    assertThat(Destination.of(config).url()).isEqualTo(requested);
  }

  @Test
  void cleansThePathOfAService() {
    ObjectNode config = Json.MAPPER.createObjectNode();
    config.putObject("service").put("namespace", "n").put("name", "s").put("path", "//a//b/");

    Destination destination = Destination.of(config);

    assertThat(destination.path()).isEqualTo("/a/b");
    assertThat(destination.url()).isEqualTo("https://s.n.svc:443/a/b");
  }
}
