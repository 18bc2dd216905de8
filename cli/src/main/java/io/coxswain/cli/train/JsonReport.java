package io.coxswain.cli.train;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.env.Clock;
import java.io.PrintStream;
import java.util.Locale;

/**
 * One JSON object per line for programs, with a time and a type: {@code note}, {@code phase} (of a
 * training, or of one of its nodes), {@code log}, {@code metric}, and finally {@code summary}.
 */
public final class JsonReport implements Report {
  private final PrintStream out;
  private final Clock clock;

  public JsonReport(PrintStream out, Clock clock) {
    this.out = out;
    this.clock = clock;
  }

  @Override
  public void note(String text) {
    print(line("note").put("text", text));
  }

  @Override
  public void trainJob(String name, String condition, String message) {
    print(line("phase").put("job", name).put("phase", condition).put("message", message));
  }

  @Override
  public void node(Node node) {
    print(
        line("phase")
            .put("job", node.trainJob())
            .put("node", node.name())
            .put("phase", lower(node.phase()))
            .put("message", node.detail())
            .put("restarts", node.restarts()));
  }

  @Override
  public void output(String node, String line) {
    print(line("log").put("node", node).put("line", line));
  }

  @Override
  public void progress(String trainJob, Progress progress) {
    ObjectNode line = line("metric").put("job", trainJob).put("reportedAt", progress.at());
    progress.percent().ifPresent(percent -> line.put("progress", percent));
    progress.remainingSeconds().ifPresent(seconds -> line.put("remainingSeconds", seconds));
    ObjectNode metrics = line.putObject("metrics");
    progress.metrics().forEach(metric -> metrics.put(metric.getName(), metric.getValue()));
    print(line);
  }

  /** Programs cannot answer prompts. */
  @Override
  public void question(String text) {}

  @Override
  public void answered() {}

  @Override
  public void result(Result result) {
    ObjectNode line =
        line("summary")
            .put("outcome", lower(result.outcome()))
            .put("exitCode", result.exitCode())
            .put("message", result.message())
            .put("seconds", result.seconds());
    if (result.firstOutputSeconds() >= 0) {
      line.put("firstOutputSeconds", result.firstOutputSeconds());
    }
    if (result.firstStepSeconds() >= 0) {
      line.put("firstStepSeconds", result.firstStepSeconds());
    }
    line.put("restarts", result.restarts());
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

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  private ObjectNode line(String type) {
    return Json.MAPPER.createObjectNode().put("time", clock.now().toString()).put("type", type);
  }

  private void print(ObjectNode line) {
    try {
      out.println(Json.MAPPER.writeValueAsString(line));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    out.flush();
  }
}
