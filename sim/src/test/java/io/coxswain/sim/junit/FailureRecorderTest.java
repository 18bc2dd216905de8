package io.coxswain.sim.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.ApiRequest;
import io.coxswain.sim.Chaos;
import io.coxswain.sim.Fault;
import io.coxswain.sim.Seeds;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.Sweep;
import io.coxswain.sim.WorldFailure;
import io.fabric8.kubernetes.api.model.Namespace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** The report of a failing test names a recording of the run that failed. */
final class FailureRecorderTest {
  @TempDir Path folder;

  /** A process that creates a namespace once, and gives up if its request is lost. */
  private static Simulation careless(String awaited) {
    return Simulation.named("careless greeter")
        .process(
            "greeter",
            env -> {
              try {
                var _ =
                    env.api()
                        .call(
                            ApiRequest.of("POST", "/api/v1/namespaces")
                                .body(
                                    "application/json",
                                    "{\"metadata\":{\"name\":\"hello\"}}"
                                        .getBytes(StandardCharsets.UTF_8)));
              } catch (IOException e) {
                return; // it gives up
              }
            })
        .script(
            world -> {
              world.awaitSilence(Duration.ofMinutes(1));
              assertThat(world.objects().find(Namespace.class, ObjectKey.of("", awaited)))
                  .isPresent();
            });
  }

  private WorldFailure failure(Executable test) {
    Throwable failure = catchThrowable(() -> FailureRecorder.recorded(test, folder.toString()));
    assertThat(failure).isInstanceOf(WorldFailure.class);
    return (WorldFailure) failure;
  }

  private JsonNode recording(String name) throws IOException {
    return Json.MAPPER.readTree(Files.readAllBytes(folder.resolve(name)));
  }

  @Test
  void namesTheRecordingOfTheSeedThatFails() throws Exception {
    WorldFailure failure = failure(() -> Seeds.of(careless("bye"), 3).run());

    assertThat(String.valueOf(failure.getMessage()).lines().toList().get(1))
        .isEqualTo(
            "recording: "
                + folder.resolve("careless-greeter-seed-1.json").toUri()
                + " (drop it on the Replay view of the console)");
    JsonNode recording = recording("careless-greeter-seed-1.json");
    assertThat(recording.path("format").asText()).isEqualTo("coxswain-recording/1");
    assertThat(recording.path("result").asText()).isEqualTo("failed");
    assertThat(recording.path("failure").asText()).startsWith("the script failed");
    assertThat(recording.path("objects").toString()).contains("namespaces/_/hello");
  }

  @Test
  void recordsTheFirstFailingPlanOfASweep() throws Exception {
    WorldFailure failure =
        failure(
            () ->
                Sweep.of(careless("hello"), "greeter")
                    .faults(Fault.DROP_REQUEST)
                    .listen((plan, complaint, done, total) -> {})
                    .run());

    assertThat(failure).hasMessageContaining("careless-greeter-seed-1-greeter@1=drop-request.json");
    JsonNode recording = recording("careless-greeter-seed-1-greeter@1=drop-request.json");
    assertThat(recording.path("faults").asText()).isEqualTo("greeter@1=drop_request");
    assertThat(recording.path("steps"))
        .filteredOn(step -> step.path("type").asText().equals("fault"))
        .singleElement()
        .extracting(step -> step.path("text").asText())
        .isEqualTo("drop_request strikes greeter at write 1: POST /api/v1/namespaces");
  }

  @Test
  void recordsTheShrunkPlanOfARandomOne() {
    WorldFailure failure =
        failure(
            () ->
                Chaos.of(careless("hello"), "greeter")
                    .faults(Fault.DROP_REQUEST)
                    .listen((plan, complaint, done, total) -> {})
                    .run());

    assertThat(failure).hasMessageContaining("careless-greeter-seed-1-greeter@1=drop-request.json");
  }

  @Test
  void recordsNothingWhenATestPassesOrFailsByItself() throws Throwable {
    FailureRecorder.recorded(() -> {}, folder.toString());
    assertThatThrownBy(
            () ->
                FailureRecorder.recorded(
                    () -> {
                      throw new AssertionError("by itself");
                    },
                    folder.toString()))
        .hasMessage("by itself");
    assertThatThrownBy(() -> FailureRecorder.recorded(() -> careless("bye").run(1), ""))
        .isInstanceOf(WorldFailure.class)
        .hasMessageNotContaining("recording:");

    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.toList()).isEqualTo(List.of());
    }
  }
}
