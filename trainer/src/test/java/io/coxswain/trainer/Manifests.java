package io.coxswain.trainer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import io.coxswain.api.Json;
import io.coxswain.evidence.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The TrainJobs and runtimes of {@code testdata/trainer}. */
public final class Manifests {
  private Manifests() {}

  /** The one object of that type in a file of {@code testdata/trainer}. */
  public static <T> T object(String file, Class<T> type) throws IOException {
    return object(TestData.path("trainer", file), type);
  }

  static <T> T object(Path file, Class<T> type) throws IOException {
    return objects(file).stream()
        .filter(o -> o.path("kind").asText().equals(type.getSimpleName()))
        .map(o -> Json.convert(o, type))
        .findFirst()
        .orElseThrow();
  }

  private static List<JsonNode> objects(Path file) throws IOException {
    var parser = Json.yamlMapper().getFactory().createParser(Files.readAllBytes(file));
    try (MappingIterator<JsonNode> documents =
        Json.yamlMapper().readValues(parser, JsonNode.class)) {
      return documents.readAll();
    }
  }
}
