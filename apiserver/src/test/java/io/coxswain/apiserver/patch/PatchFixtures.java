package io.coxswain.apiserver.patch;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Trees written as YAML. */
final class PatchFixtures {
  private PatchFixtures() {}

  static ObjectNode tree(String yaml) {
    try {
      return (ObjectNode) Json.yamlMapper().readTree(yaml);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static byte[] body(String yaml) {
    try {
      return Json.bytes(Json.yamlMapper().readTree(yaml));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static byte[] raw(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
