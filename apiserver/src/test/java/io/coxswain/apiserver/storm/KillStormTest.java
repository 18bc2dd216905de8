package io.coxswain.apiserver.storm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.ApiServer;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.Env;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code kill -9} in the middle of a write storm, 25 times on the same directory. */
final class KillStormTest {
  private static final int KILLS = 25;

  @TempDir Path folder;

  @Test
  void keepsEveryAcknowledgedWriteAndNoPartialOne() throws Exception {
    Path data = folder.resolve("data");
    var random = new Random(3);
    var answered = new TreeMap<String, Long>();
    long writes = 0;
    for (int kill = 1; kill <= KILLS; kill++) {
      writes += stormUntilKilled(data, 60 + random.nextInt(200), answered);
      check("after kill " + kill, objects(data), answered);
    }
    assertThat(writes).isGreaterThan(KILLS * 60L);
  }

  /** Reads what was answered, kills after so many lines, and takes what was printed until then. */
  private long stormUntilKilled(Path data, int lines, Map<String, Long> answered)
      throws IOException, InterruptedException {
    var command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xshare:auto",
            "-Xmx128m",
            "-cp",
            System.getProperty("java.class.path"),
            StormProgram.class.getName(),
            data.toString());
    Process process =
        new ProcessBuilder(command)
            .redirectError(Redirect.to(folder.resolve("errors").toFile()))
            .start();
    long read = 0;
    try (var out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        take(line, answered);
        if (++read == lines) {
          process
              .toHandle()
              .destroyForcibly(); // SIGKILL; what it printed before is still in the pipe
        }
      }
    }
    assertThat(process.waitFor()).as("ended by SIGKILL").isEqualTo(128 + 9);
    return read;
  }

  private static void take(String line, Map<String, Long> answered) {
    String[] words = line.split(" ");
    if (words.length == 3) { // the last line may be cut off
      answered.put(words[1], words[0].equals("put") ? Long.parseLong(words[2]) : -1);
    }
  }

  /** What a server shows that is started on the directory. */
  private static Map<String, JsonNode> objects(Path data) throws IOException {
    Env env = Env.production();
    var found = new TreeMap<String, JsonNode>();
    try (ApiServer server = ApiServer.open(env, ApiServerOptions.plain(), data)) {
      var answer =
          server
              .transport("check", List.of("system:masters"))
              .call(ApiRequest.get(StormProgram.PATH));
      for (JsonNode item : Json.tree(answer.body()).path("items")) {
        found.put(item.at("/metadata/name").asText(), item);
      }
    }
    return found;
  }

  private static void check(String when, Map<String, JsonNode> found, Map<String, Long> answered) {
    answered.forEach(
        (name, count) -> {
          JsonNode object = found.get(name);
          if (name.contains("-")) {
            // Created once; when its deletion was not answered it may have happened.
            boolean mayBeGone = count < 0 || Long.parseLong(name.split("-")[1]) % 3 == 0;
            if (count < 0) {
              assertThat(object).as("%s: %s was deleted", when, name).isNull();
            } else if (!mayBeGone) {
              assertThat(object).as("%s: %s was created", when, name).isNotNull();
            }
          } else {
            JsonNode kept = Objects.requireNonNull(object, when + ": " + name + " is lost");
            assertThat(kept.at("/data/count").asLong())
                .as("%s: %s was written with count %d", when, name, count)
                .isBetween(count, count + 1);
          }
        });
    found.forEach(
        (name, object) -> {
          if (name.startsWith("w")) {
            assertThat(object.at("/data/pad").asText())
                .as("%s: %s is whole", when, name)
                .isEqualTo(StormProgram.pad(name, object.at("/data/count").asLong()));
          }
        });
  }
}
