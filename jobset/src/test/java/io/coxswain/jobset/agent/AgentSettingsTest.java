package io.coxswain.jobset.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.api.ObjectKey;
import io.coxswain.jobset.agent.AgentSettings.Work;
import io.coxswain.runtime.flags.FlagException;
import io.coxswain.sim.Simulation;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AgentSettingsTest {

  @Test
  void isASidecarUnlessThereIsACommand() throws Exception {
    AgentSettings settings = read("JOBSET_NAME", "js", "POD_NAME", "js-a-0-0-x");

    assertThat(settings.jobSet()).isEqualTo(ObjectKey.of("team", "js"));
    assertThat(settings.pod()).isEqualTo(ObjectKey.of("team", "js-a-0-0-x"));
    assertThat(settings.restartCode()).isEqualTo(1);
    assertThat(settings.work()).isEqualTo(new Work.Probe("/barrier-is-down", 8081));
  }

  @Test
  void readsPathPortAndExitCode() throws Exception {
    AgentSettings settings =
        named("STARTUP_PROBE_PATH", "/go", "STARTUP_PROBE_PORT", "9", RESTART, "77");

    assertThat(settings.work()).isEqualTo(new Work.Probe("/go", 9));
    assertThat(settings.restartCode()).isEqualTo(77);
  }

  @Test
  void runsTheCommandInTheShellOfTheEnvironment() throws Exception {
    assertThat(named("WORKER_COMMAND", "train it", "SHELL", "/bin/zsh").work())
        .isEqualTo(new Work.Command("/bin/zsh", "train it"));
    assertThat(named("WORKER_COMMAND", "train it", "STARTUP_PROBE_PATH", "").work())
        .isEqualTo(new Work.Command("bash", "train it"));
  }

  @Test
  void namesTheVariableThatIsMissingOrWrong() {
    refused("environment variable JOBSET_NAME must be set", "POD_NAME", "p");
    refused("environment variable POD_NAME must be set", "JOBSET_NAME", "js", "POD_NAME", "");
    for (String code : new String[] {"0", "256", "-1", "one"}) {
      refusedNamed(
          "environment variable IN_PLACE_RESTART_EXIT_CODE: Invalid value: \""
              + code
              + "\": must be an integer from 1 to 255",
          RESTART,
          code);
    }
    refusedNamed(
        "environment variable STARTUP_PROBE_PORT: Invalid value: \"http\": must be an integer from"
            + " 1 to 65535",
        "STARTUP_PROBE_PORT",
        "http");
    refusedNamed(
        "environment variable STARTUP_PROBE_PATH: Invalid value: \"go\": must start with a slash",
        "STARTUP_PROBE_PATH",
        "go");
    refusedNamed(
        "environment variable WORKER_COMMAND cannot be set with STARTUP_PROBE_PATH or"
            + " STARTUP_PROBE_PORT: the agent either runs the worker command or serves the startup"
            + " probe",
        "WORKER_COMMAND",
        "train it",
        "STARTUP_PROBE_PORT",
        "9");
  }

  @Test
  void mustRunInAPod() {
    Simulation.named("no pod")
        .script(
            world ->
                assertThatThrownBy(() -> AgentSettings.of(new TreeMap<>(), world.env().files()))
                    .isInstanceOf(FlagException.class)
                    .hasMessageContaining("unable to read namespace file"))
        .run(1);
  }

  @Test
  void variablesAreNotPrinted() throws Exception {
    assertThat(named("TOKEN", "secret").toString()).doesNotContain("secret");
  }

  private static final String RESTART = "IN_PLACE_RESTART_EXIT_CODE";

  private static AgentSettings named(String... variables) throws FlagException {
    String[] all = new String[variables.length + 4];
    System.arraycopy(variables, 0, all, 4, variables.length);
    all[0] = "JOBSET_NAME";
    all[1] = "js";
    all[2] = "POD_NAME";
    all[3] = "p";
    return read(all);
  }

  private static void refusedNamed(String message, String... variables) {
    assertThatThrownBy(() -> named(variables))
        .isInstanceOf(FlagException.class)
        .hasMessage(message);
  }

  private static void refused(String message, String... variables) {
    assertThatThrownBy(() -> read(variables)).isInstanceOf(FlagException.class).hasMessage(message);
  }

  private static AgentSettings read(String... variables) throws FlagException {
    var environment = new TreeMap<String, String>();
    for (int i = 0; i < variables.length; i += 2) {
      environment.put(variables[i], variables[i + 1]);
    }
    var read = new AtomicReference<AgentSettings>();
    var refusal = new AtomicReference<@Nullable FlagException>();
    Simulation.named("settings")
        .script(
            world -> {
              try {
                read.set(Crew.settings(world.env(), "team", environment));
              } catch (FlagException e) {
                refusal.set(e);
              }
            })
        .run(1);
    FlagException wrong = refusal.get();
    if (wrong != null) {
      throw wrong;
    }
    return Objects.requireNonNull(read.get());
  }
}
