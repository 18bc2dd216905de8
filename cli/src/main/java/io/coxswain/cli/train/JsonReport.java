package io.coxswain.cli.train;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import java.io.PrintStream;
import java.util.Locale;

/** For programs: one JSON object per line, the last of type {@code result}. */
public final class JsonReport implements Report {
  private final PrintStream out;

  public JsonReport(PrintStream out) {
    this.out = out;
  }

  @Override
  public void note(String text) {
    print(line("note").put("text", text));
  }

  @Override
  public void trainJob(String name, String condition, String message) {
    print(line("trainjob").put("name", name).put("condition", condition).put("message", message));
  }

  @Override
  public void node(String name, Phase phase, String detail) {
    print(
        line("node")
            .put("node", name)
            .put("phase", phase.name().toLowerCase(Locale.ROOT))
            .put("detail", detail));
  }

  @Override
  public void output(String node, String line) {
    print(line("output").put("node", node).put("line", line));
  }

  @Override
  public void result(Result result) {
    ObjectNode line =
        line("result")
            .put("complete", result.complete())
            .put("message", result.message())
            .put("seconds", result.seconds());
    if (result.firstOutputSeconds() >= 0) {
      line.put("firstOutputSeconds", result.firstOutputSeconds());
    }
    ArrayNode failures = line.putArray("failures");
    for (NodeFailure failure : result.failures()) {
      ArrayNode lastLines =
          failures
              .addObject()
              .put("node", failure.node())
              .put("exitCode", failure.exitCode())
              .put("reason", failure.reason())
              .putArray("lastLines");
      failure.lastLines().forEach(lastLines::add);
    }
    print(line);
  }

  private static ObjectNode line(String type) {
    return Json.MAPPER.createObjectNode().put("type", type);
  }

  private void print(ObjectNode line) {
    try {
      out.println(Json.MAPPER.writeValueAsString(line));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
