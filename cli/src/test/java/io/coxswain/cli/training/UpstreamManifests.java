package io.coxswain.cli.training;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Upstream's manifests, which lie beside the project and are no part of it. */
final class UpstreamManifests {
  static final Path FOLDER =
      Path.of(
              System.getProperty(
                  "coxswain.shared", System.getProperty("coxswain.root", "..") + "/../shared"))
          .resolve("data")
          .normalize();

  private UpstreamManifests() {}

  /** The files below a folder; skips the test when there is none. */
  static List<Path> files(String folder) {
    Path below = FOLDER.resolve(folder);
    assumeTrue(Files.isDirectory(below), () -> "skipped: there is no " + below);
    try (Stream<Path> files = Files.walk(below)) {
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
          .map(UpstreamManifests::objects)
          .filter(objects -> objects.stream().noneMatch(UpstreamManifests::isJob))
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
