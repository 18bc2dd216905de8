package io.coxswain.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.MergePatch;
import io.coxswain.cli.sim.SimCommand;
import io.coxswain.sim.FaultPlan;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedSimulationTest {
  private static final String JOB_SET = "jobset.x-k8s.io/v1alpha2/jobsets/default/";

  @TempDir Path folder;

  private static ObjectNode record(String faults) {
    return Objects.requireNonNull(SimCommand.scenarios().get("trainjob"))
        .record(7, FaultPlan.parse(faults));
  }

  @Test
  void aRecordingHasEveryStepAndEveryStateOfAnObject() {
    ObjectNode recording = record("none");

    assertThat(recording.path("format").asText()).isEqualTo("coxswain-recording/1");
    assertThat(recording.path("result").asText()).isEqualTo("passed");
    assertThat(recording.path("truncated").asBoolean()).isFalse();
    int number = 0;
    for (JsonNode step : recording.path("steps")) {
      assertThat(step.path("i").asInt()).isEqualTo(number++);
    }
    assertThat(recording.path("steps"))
        .anyMatch(step -> step.path("type").asText().equals("event"));
    JsonNode states = jobSet(recording);
    ObjectNode state = states.get(0).path("object").deepCopy();
    JsonNode creating = recording.path("steps").get(states.get(0).path("i").asInt());
    assertThat(creating.path("type").asText()).isEqualTo("write");
    assertThat(creating.path("text").asText()).contains("JobSet");
    assertThat(state.path("metadata").has("managedFields")).isFalse();
    for (int i = 1; i < states.size(); i++) {
      assertThat(states.get(i).path("i").asInt())
          .isGreaterThan(states.get(i - 1).path("i").asInt());
      if (states.get(i).has("patch")) {
        MergePatch.apply(state, states.get(i).path("patch").deepCopy());
      }
    }
    assertThat(state.path("status").path("conditions"))
        .anyMatch(condition -> condition.path("type").asText().equals("Completed"));
  }

  private static JsonNode jobSet(ObjectNode recording) {
    for (var each : recording.path("objects").properties()) {
      if (each.getKey().startsWith(JOB_SET)) {
        return each.getValue();
      }
    }
    throw new AssertionError("no JobSet in " + recording.path("objects").properties());
  }

  @Test
  void aFaultIsAStepAndTheProcessEndsAndRestarts() {
    ObjectNode recording = record("controllers@3=kill");

    var types = new ArrayList<String>();
    for (JsonNode step : recording.path("steps")) {
      String type = step.path("type").asText();
      if (step.path("process").asText().equals("controllers")
          && List.of("fault", "kill", "restart").contains(type)) {
        types.add(type);
      }
    }
    assertThat(types.subList(0, 3)).containsExactly("fault", "kill", "restart");
  }

  @Test
  void theSameRunMakesTheSameRecording() {
    assertThat(record("none")).isEqualTo(record("none"));
  }

  @Test
  void theCommandWritesARecordingAndAPage() throws Exception {
    Path file = folder.resolve("run.json");
    Path page = folder.resolve("run.html");

    int code =
        Coxswain.commandLine("sim")
            .execute(
                "sim",
                "trainjob",
                "--seed",
                "7",
                "--record",
                file.toString(),
                "--html",
                page.toString());

    assertThat(code).isZero();
    JsonNode recording = Json.MAPPER.readTree(Files.readAllBytes(file));
    assertThat(recording.path("title").asText()).isEqualTo("sim trainjob --seed 7");
    assertThat(Files.readString(page, StandardCharsets.UTF_8))
        .startsWith("<!doctype html>")
        .contains("id=\"recording\"");
  }

  @Test
  void aRecordingNeedsASeed() {
    assertThat(Coxswain.commandLine("sim").execute("sim", "trainjob", "--html", "x.html"))
        .isEqualTo(2);
  }
}
