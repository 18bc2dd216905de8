package io.coxswain.real.differential;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.conformance.Transcript;
import io.coxswain.conformance.TranscriptPlayer;
import io.coxswain.env.ApiRequest;
import io.coxswain.sim.Simulation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Records a conversation from a real kube-apiserver: {@code -Dcoxswain.record=FILE} sends the
 * requests of the file and writes the responses into it.
 */
final class RecordIT {
  private static final String FILE = System.getProperty("coxswain.record", "");

  private static final String SCRIPT =
      """
      {"name": "recorded", "controllers": false, "steps": [
        {"do": "request", "method": "POST", "path": "/api/v1/namespaces/$NS/configmaps",
         "body": {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}}},
        {"do": "request", "method": "GET", "path": "/api/v1/namespaces/$NS/configmaps/b"}]}
      """;

  @Test
  void writesTheResponses(@TempDir Path folder) throws Exception {
    Path file =
        FILE.isEmpty() ? Files.writeString(folder.resolve("recorded.json"), SCRIPT) : Path.of(FILE);
    Transcript script = Transcript.read(file, requireNonNull(file.toAbsolutePath().getParent()));
    var problems = new ArrayList<String>();
    var version = new ArrayList<String>();

    Simulation.named(script.name())
        .script(
            world -> {
              problems.addAll(TranscriptPlayer.record(world, script));
              JsonNode server = Json.tree(world.objects().call(ApiRequest.get("/version")).body());
              version.add(server.path("gitVersion").asText());
            })
        .run(1);
    script.withRecordedFrom("kube-apiserver " + version.getFirst()).write(file);

    assertThat(problems).isEmpty();
    Transcript recorded = Transcript.read(file, folder);
    assertThat(recorded.recordedFrom()).startsWith("kube-apiserver v1.");
    assertThat(recorded.steps())
        .allMatch(
            step ->
                !step.path("do").asText().equals("request") || step.at("/expect").has("status"));
    if (FILE.isEmpty()) {
      assertThat(script.steps().getFirst().at("/expect/body/metadata/uid").asText())
          .isEqualTo("<uid-1>");
      assertThat(script.steps().getLast().at("/expect/status").asInt()).isEqualTo(404);
    }
  }
}
