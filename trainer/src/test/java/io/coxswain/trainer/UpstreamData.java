package io.coxswain.trainer;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import io.coxswain.api.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Upstream's runtimes and examples, which lie beside the project and are no part of it. */
public final class UpstreamData {
  private static final Path FOLDER =
      Path.of(
              System.getProperty(
                  "coxswain.shared", System.getProperty("coxswain.root", "..") + "/../shared"))
          .resolve("data/trainer");

  private UpstreamData() {}

  /** The objects in a file; skips the test when there is no such file. */
  public static List<JsonNode> objects(String file) throws IOException {
    Path path = FOLDER.resolve(file);
    assumeTrue(Files.exists(path), () -> "skipped: there is no " + path.normalize());
    var parser = Json.yamlMapper().getFactory().createParser(Files.readAllBytes(path));
    try (MappingIterator<JsonNode> documents =
        Json.yamlMapper().readValues(parser, JsonNode.class)) {
      return documents.readAll();
    }
  }

  /** The one object of that type in a file. */
  public static <T> T object(String file, Class<T> type) throws IOException {
    return objects(file).stream()
        .filter(o -> o.path("kind").asText().equals(type.getSimpleName()))
        .map(o -> Json.convert(o, type))
        .findFirst()
        .orElseThrow();
  }
}
