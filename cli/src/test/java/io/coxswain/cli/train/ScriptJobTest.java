package io.coxswain.cli.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.env.Env;
import io.coxswain.env.Exec;
import io.coxswain.evidence.Attack;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The TrainJobs of scripts. */
final class ScriptJobTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "my.py, my",
    "dir/My_Model.v2.py, my-model-v2",
    "2024-run.sh, run",
    "___, train",
    "./a-very-long-name-of-a-script-that-nobody-needs.py, a-very-long-name-of-a-script"
  })
  void namesTheTrainJobAfterTheScript(String path, String name) throws Exception {
    String made = ScriptJob.defaultName(script(path, ""));

    assertThat(made).isEqualTo(name);
    ScriptJob.checkName(made + "-abcde");
  }

  @Test
  void runsAPythonScriptInPlace() throws Exception {
    Manifest manifest =
        ScriptJob.here(
            request(script("my.py", "print(1)", "--lr", "$(A) $$"), null), "/here", "python3", 0);

    JsonNode runtime = manifest.documents().getFirst().object();
    JsonNode trainer = manifest.documents().getLast().object().at("/spec/trainer");
    assertThat(
            runtime
                .at(
                    "/spec/template/spec/replicatedJobs/0/template/spec/template/spec/containers/0/workingDir")
                .asText())
        .isEqualTo("/here");
    assertThat(
            runtime.at("/spec/template/spec/replicatedJobs/0/template/spec/backoffLimit").asInt(-1))
        .isZero();
    assertThat(trainer.path("numNodes").asInt()).isEqualTo(2);
    assertThat(words(trainer.path("command"))).containsExactly("python3", "my.py");
    assertThat(words(trainer.path("args"))).containsExactly("--lr", "$$(A) $$$$");
    assertThat(trainer.path("env").toString())
        .contains("{\"name\":\"A\",\"value\":\"$$(B)\"}")
        .contains("PYTHONUNBUFFERED");
  }

  @ParameterizedTest
  @CsvSource({
    "import torch, , true",
    "    from torch.nn import Linear, , true",
    "import torchvision_like_name, , false",
    "# import torch, , false",
    "print(1), 2, true",
  })
  void startsPyTorchByItsLauncher(String text, @Nullable String processes, boolean launched)
      throws Exception {
    Manifest manifest =
        ScriptJob.here(request(script("my.py", text), processes), "/here", "python3", 0);

    assertThat(words(manifest.documents().getLast().object().at("/spec/trainer/command")))
        .isEqualTo(
            launched
                ? List.of("python3", "-m", "torch.distributed.run", "my.py")
                : List.of("python3", "my.py"));
  }

  @Test
  void leavesTheNumberOfProcessesToTheLauncher() throws Exception {
    JsonNode trainer =
        ScriptJob.shipped(request(script("my.py", "print(1)"), "auto"))
            .documents()
            .getFirst()
            .object()
            .at("/spec/trainer");

    assertThat(trainer.has("numProcPerNode")).isFalse();
    assertThat(trainer.path("command").get(2).asText())
        .endsWith("exec torchrun --nproc-per-node=auto 'my.py' \"$$@\"\n");
    assertThatThrownBy(() -> ScriptJob.shipped(request(program("train"), "auto")))
        .isInstanceOf(ScriptException.class)
        .hasMessageStartingWith("--nproc-per-node: auto requires a Python script");
  }

  @Test
  void runsAShippedScriptByPython3WhereThereIsNoPython() throws Exception {
    JsonNode trainer =
        ScriptJob.shipped(request(script("my.py", "print(1)"), null))
            .documents()
            .getFirst()
            .object()
            .at("/spec/trainer");

    assertThat(trainer.path("command").get(2).asText())
        .endsWith("exec \"$$(command -v python || echo python3)\" 'my.py' \"$$@\"\n");
  }

  /** Runs the command as a kubelet would. */
  @ParameterizedTest
  @CsvSource({"echo.sh", "it's here.sh"})
  @Attack("a script with variables, quotes, dollar signs and the end marker of its transport")
  void shipsTheTextUnchanged(String name) throws Exception {
    String text =
        """
        #!/bin/sh
        A='$HOME `x` $(A) $$ "q" \\ é'
        END_OF_SCRIPT
        echo "$A|$1|$2"
        """
            .replace("END_OF_SCRIPT\n", ": END_OF_SCRIPT\n");

    JsonNode trainer =
        ScriptJob.shipped(request(script(name, text, "$(A)", "two words"), null))
            .documents()
            .getFirst()
            .object()
            .at("/spec/trainer");

    var command = new ArrayList<String>();
    words(trainer.path("command")).forEach(word -> command.add(word.replace("$$", "$")));
    words(trainer.path("args")).forEach(word -> command.add(word.replace("$$", "$")));
    assertThat(run(command)).isEqualTo("$HOME `x` $(A) $$ \"q\" \\ é|$(A)|two words\n");
    assertThat(folder.resolve(name)).hasContent(text);
  }

  private String run(List<String> command) throws Exception {
    var output = new ByteArrayOutputStream();
    int code =
        Env.production()
            .exec()
            .start(
                new Exec.Command(
                    command,
                    new TreeMap<>(Map.of("PATH", "/usr/bin:/bin", "LC_ALL", "C.UTF-8")),
                    folder,
                    (buffer, length) -> output.write(buffer, 0, length)))
            .await();
    assertThat(code).as(output.toString(StandardCharsets.UTF_8)).isZero();
    return output.toString(StandardCharsets.UTF_8);
  }

  @Test
  void runsAProgramOfTheImage() throws Exception {
    JsonNode job =
        ScriptJob.shipped(request(program("nvidia-smi", "-L"), null))
            .documents()
            .getFirst()
            .object();

    assertThat(words(job.at("/spec/trainer/command"))).containsExactly("nvidia-smi");
    assertThat(words(job.at("/spec/trainer/args"))).containsExactly("-L");
    assertThat(job.at("/metadata/namespace").asText()).isEqualTo("team");
  }

  @Test
  void rejectsWhatCannotBeShipped() {
    assertThatThrownBy(() -> ScriptJob.shipped(request(script("my.py", "x".repeat(100_000)), null)))
        .hasMessageContaining("my.py: has 100000 bytes; at most 98304");
    assertThatThrownBy(() -> ScriptJob.shipped(request(script("a.out", "\0"), null)))
        .hasMessageContaining("a.out: is not a text file");
  }

  @Test
  void rejectsARuntimeThatDoesNotExist() {
    var request =
        new ScriptJob.Request(script("a.py", ""), 1, null, "nowhere", new TreeMap<>(), "a", "team");

    assertThatThrownBy(() -> ScriptJob.here(request, "/here", "python3", 0))
        .isInstanceOf(ScriptException.class)
        .hasMessageContaining(
            "there is no runtime \"nowhere\"; there are: deepspeed-distributed, ");
  }

  private static ScriptJob.Script script(String path, String text, String... arguments) {
    return new ScriptJob.Script(path, text.getBytes(StandardCharsets.UTF_8), List.of(arguments));
  }

  private static ScriptJob.Script program(String path, String... arguments) {
    return new ScriptJob.Script(path, null, List.of(arguments));
  }

  private static ScriptJob.Request request(ScriptJob.Script script, @Nullable String processes) {
    return new ScriptJob.Request(
        script,
        2,
        processes,
        ScriptJob.DEFAULT_RUNTIME,
        new TreeMap<>(Map.of("A", "$(B)")),
        "my",
        "team");
  }

  private static List<String> words(JsonNode array) {
    var words = new ArrayList<String>();
    array.forEach(each -> words.add(each.asText()));
    return words;
  }
}
