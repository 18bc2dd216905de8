package io.coxswain.sim.transcript;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One recorded conversation.
 *
 * @param controllers whether controllers took part, so that replaying needs them too
 * @param steps what the client did and what it was answered
 * @param cleanup paths to delete at the end
 * @param files where the manifests lie that steps refer to by name
 */
public record Transcript(
    String name, boolean controllers, List<JsonNode> steps, List<String> cleanup, Path files) {

  /** Reads a recording. */
  public static Transcript read(Path file, Path files) throws IOException {
    JsonNode tree = Json.MAPPER.readTree(Files.readAllBytes(file));
    var steps = new ArrayList<JsonNode>();
    tree.path("steps").forEach(steps::add);
    var cleanup = new ArrayList<String>();
    tree.path("cleanup").forEach(path -> cleanup.add(path.asText()));
    return new Transcript(
        tree.path("name").asText(), tree.path("controllers").asBoolean(), steps, cleanup, files);
  }
}
