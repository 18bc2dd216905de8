package io.coxswain.cli.training;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.evidence.TestData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** The manifests of {@code testdata}, and upstream's where they are at hand. */
final class Manifests {
  private Manifests() {}

  /** The YAML files below a folder of {@code testdata}. */
  static List<Path> files(String folder) {
    return files(TestData.path(folder));
  }

  /** The YAML files below a folder of upstream's; none where these are not at hand. */
  static List<Path> upstreamFiles(String folder) {
    return TestData.upstream(folder).map(Manifests::files).orElse(List.of());
  }

  private static List<Path> files(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<ObjectNode> objects(Path file) {
    try (MappingIterator<JsonNode> documents =
        Json.yamlMapper().readerFor(JsonNode.class).readValues(Files.readAllBytes(file))) {
      return documents.readAll().stream()
          .filter(Objects::nonNull)
          .filter(ObjectNode.class::isInstance)
          .map(ObjectNode.class::cast)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(file + ": " + e.getMessage(), e);
    }
  }

  /** What stands beside a file and has no job in it: what the jobs of the folder need. */
  static List<ObjectNode> companions(Path file) {
    try (Stream<Path> beside = Files.list(Objects.requireNonNull(file.getParent()))) {
      return beside
          .filter(other -> !other.equals(file) && other.toString().endsWith(".yaml"))
          .sorted()
          .map(Manifests::objects)
          .filter(objects -> objects.stream().noneMatch(Manifests::isJob))
          .flatMap(List::stream)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static boolean isJob(ObjectNode object) {
    return List.of("JobSet", "TrainJob").contains(object.path("kind").asText());
  }
}
