package io.coxswain.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.coxswain.api.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One recorded conversation.
 *
 * @param recordedFrom the programs and versions that responded; empty before it is recorded
 * @param controllers whether controllers took part, so that the replay needs them too
 * @param steps the requests of the client with their responses
 * @param cleanup paths to delete at the end
 * @param files the directory of the manifests that steps refer to by name
 */
public record Transcript(
    String name,
    String recordedFrom,
    boolean controllers,
    List<JsonNode> steps,
    List<String> cleanup,
    Path files) {

  /** Reads a recording. */
  public static Transcript read(Path file, Path files) throws IOException {
    JsonNode tree = Json.MAPPER.readTree(Files.readAllBytes(file));
    var steps = new ArrayList<JsonNode>();
    tree.path("steps").forEach(steps::add);
    var cleanup = new ArrayList<String>();
    tree.path("cleanup").forEach(path -> cleanup.add(path.asText()));
    return new Transcript(
        tree.path("name").asText(),
        tree.path("recordedFrom").asText(),
        tree.path("controllers").asBoolean(),
        steps,
        cleanup,
        files);
  }

  /** The same conversation with other programs. */
  public Transcript withRecordedFrom(String programs) {
    return new Transcript(name, programs, controllers, steps, cleanup, files);
  }

  /** Writes the recording as {@link #json} has it. */
  public void write(Path file) throws IOException {
    Files.writeString(file, json());
  }

  /**
   * The recording as JSON without blanks, in a form whose diffs are short: each step has a line for
   * the request and, below it, one for the expected response.
   */
  public String json() {
    var text = new StringBuilder("{");
    text.append(field("name", TextNode.valueOf(name)));
    if (!recordedFrom.isEmpty()) {
      text.append(',').append(field("recordedFrom", TextNode.valueOf(recordedFrom)));
    }
    text.append(",\"controllers\":").append(controllers).append(",\"steps\":[");
    text.append(steps.stream().map(Transcript::json).collect(Collectors.joining(",", "", "\n]")));
    if (!cleanup.isEmpty()) {
      text.append(',').append(field("cleanup", Json.MAPPER.valueToTree(cleanup)));
    }
    return text.append("}\n").toString();
  }

  private static String json(JsonNode step) {
    return step.properties().stream()
        .map(f -> (f.getKey().equals("expect") ? "\n " : "") + field(f.getKey(), f.getValue()))
        .collect(Collectors.joining(",", "\n{", "}"));
  }

  private static String field(String name, JsonNode value) {
    return TextNode.valueOf(name) + ":" + value;
  }
}
