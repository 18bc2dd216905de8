package io.coxswain.sim.node;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.Exec;
import io.coxswain.evidence.Attack;
import io.coxswain.node.logs.LogRequest;
import io.coxswain.node.logs.NoLogException;
import io.coxswain.node.process.ImagePrograms;
import io.coxswain.node.process.ProcessNodeOptions;
import io.coxswain.node.process.ProcessNodes;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.sim.ScriptedProgram;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a container of a process node is given at its start, and why it may not start. */
final class ContainerStartScenarioTest {
  private static final ObjectKey POD = ObjectKey.of("default", "p");

  private final List<Exec.Command> started = new ArrayList<>();
  private final List<String> notices = new ArrayList<>();
  private final AtomicReference<@Nullable ProcessNodes> nodes = new AtomicReference<>();

  private Simulation cluster() {
    var environment = new TreeMap<String, String>();
    environment.put("COXSWAIN_START_DIRECTORY", "/home/user/project");
    return Simulation.named("container start")
        .program(
            "work",
            call -> {
              started.add(call.command());
              call.work(Duration.ofSeconds(1));
              return 0;
            })
        .program("crash", ScriptedProgram.printing("crashed", 1))
        .process(
            "cluster",
            env -> {
              Manager manager = Manager.builder(env).name("cluster").build();
              nodes.set(
                  ProcessNodes.register(
                      manager,
                      ProcessNodeOptions.nodes(1, Path.of("/data"))
                          .withEnvironment(environment)
                          .withImages(ImagePrograms.parse(List.of("trainer=work --fast")))
                          .withNotices(notices::add)));
              manager.run();
            });
  }

  @Test
  @Attack("a training writes a file named like the user's script to its working directory")
  void aContainerWithoutWorkingDirHasADirectoryOfItsOwn() {
    cluster()
        .script(
            world -> {
              create(world, "Never", "command: [work]");
              world.await("ended", () -> phase(world).equals("Succeeded"));

              Exec.Command command = started.getFirst();
              assertThat(command.directory().toString()).startsWith("/data/pods/default_p_");
              assertThat(command.environment().get("TMPDIR")).startsWith("/data/tmp/");
              assertThat(command.environment())
                  .containsEntry("COXSWAIN_START_DIRECTORY", "/home/user/project");
            })
        .run(1);
  }

  @Test
  void aVolumeAtAPathOfThisMachineDoesNotChangeTheVariablesOfTheNode() {
    cluster()
        .script(
            world -> {
              Pod pod =
                  pod(
                      "p",
                      "Never",
                      """
                      command: [work, /home/x]
                      env: [{name: OWN, value: /home/x}]
                      volumeMounts: [{name: v, mountPath: /home}]
                      """);
              pod.getSpec()
                  .setVolumes(
                      List.of(
                          new VolumeBuilder()
                              .withName("v")
                              .withNewEmptyDir()
                              .endEmptyDir()
                              .build()));
              world.objects().create(pod);
              world.await("ended", () -> phase(world).equals("Succeeded"));

              Exec.Command command = started.getFirst();
              assertThat(command.environment())
                  .containsEntry("COXSWAIN_START_DIRECTORY", "/home/user/project");
              assertThat(command.environment().get("OWN"))
                  .startsWith("/data/pods/default_p_")
                  .endsWith("/volumes/v/x");
            })
        .run(2);
  }

  @Test
  void aRelativeWorkingDirIsBelowTheDirectoryOfTheContainer() {
    cluster()
        .script(
            world -> {
              create(world, "Never", "{command: [work], workingDir: a/b}");
              world.await("ended", () -> phase(world).equals("Succeeded"));

              assertThat(started.getFirst().directory().toString())
                  .startsWith("/data/pods/default_p_")
                  .endsWith("/c/a/b");
            })
        .run(2);
  }

  @Test
  @Attack("a relative workingDir climbs out of the directory of the container")
  void aWorkingDirThatLeavesTheContainerIsRejected() {
    cluster()
        .script(
            world -> {
              create(world, "Never", "{command: [work], workingDir: ../../../..}");
              world.await("failed", () -> phase(world).equals("Failed"));

              assertThat(started).isEmpty();
              assertThat(state(world).getTerminated().getMessage())
                  .contains("leaves the directory of the container");
            })
        .run(3);
  }

  @Test
  void reportsAMissingWorkingDirectoryOfThisHost() {
    cluster()
        .script(
            world -> {
              create(world, "Never", "{command: [work], workingDir: /nowhere}");
              world.await("failed", () -> phase(world).equals("Failed"));

              assertThat(state(world).getTerminated().getReason()).isEqualTo("StartError");
              assertThat(state(world).getTerminated().getMessage())
                  .startsWith("chdir to cwd (\"/nowhere\") failed: no such file or directory");
              assertThat(log()).contains("/nowhere");
            })
        .run(4);
  }

  @Test
  void anImageThatIsMappedToAProgramRunsItWithTheArguments() {
    cluster()
        .script(
            world -> {
              Pod pod =
                  pod(
                      "p",
                      "Never",
                      "args: [--epochs, $(EPOCHS)]\nenv: [{name: EPOCHS, value: '3'}]");
              pod.getSpec().getContainers().getFirst().setImage("example.com/ml/trainer:1.0");
              world.objects().create(pod);
              world.await("ended", () -> phase(world).equals("Succeeded"));

              assertThat(started.getFirst().arguments()).endsWith("--fast", "--epochs", "3");
            })
        .run(7);
  }

  @Test
  void aCommandTakesPrecedenceOverTheProgramOfTheImage() {
    cluster()
        .script(
            world -> {
              Pod pod = pod("p", "Never", "command: [work, mine]");
              pod.getSpec().getContainers().getFirst().setImage("trainer");
              world.objects().create(pod);
              world.await("ended", () -> phase(world).equals("Succeeded"));

              assertThat(started.getFirst().arguments()).endsWith("mine").doesNotContain("--fast");
            })
        .run(8);
  }

  @Test
  void aProgramThatIsNotInstalledIsNamedInStateEventAndLog() {
    cluster()
        .script(
            world -> {
              create(world, "Never", "command: [nosuch, x]");
              world.await("failed", () -> phase(world).equals("Failed"));
              world.run(Duration.ofSeconds(5));

              String expected = "exec: \"nosuch\": executable file not found in $PATH";
              assertThat(state(world).getTerminated().getReason()).isEqualTo("StartError");
              assertThat(state(world).getTerminated().getExitCode()).isEqualTo(128);
              assertThat(state(world).getTerminated().getMessage()).startsWith(expected);
              assertThat(events(world, "Failed"))
                  .singleElement()
                  .satisfies(e -> assertThat(e.getMessage()).startsWith("Error: " + expected));
              assertThat(log()).contains(expected);
            })
        .run(5);
  }

  @Test
  void aMissingCommandIsNotTriedAgain() {
    cluster()
        .script(
            world -> {
              create(world, "Always", "args: [x]");
              world.await(
                  "waiting",
                  () ->
                      state(world).getWaiting() != null
                          && "CreateContainerError".equals(state(world).getWaiting().getReason()));
              world.awaitSilence(Duration.ofMinutes(2));

              assertThat(events(world, "Failed")).hasSize(1);
              assertThat(state(world).getWaiting().getMessage())
                  .startsWith("no command specified")
                  .contains("image \"i\"");
              assertThat(log())
                  .isEqualTo(
                      "container \"c\" in pod \"p\" is waiting to start: CreateContainerError");
            })
        .run(6);
  }

  @Test
  void settingsThatAreIgnoredAreReportedOncePerPodAndOnceOnTheConsole() {
    cluster()
        .script(
            world -> {
              create(
                  world,
                  "OnFailure",
                  "{command: [crash], securityContext: {runAsNonRoot: true}, resources: {limits:"
                      + " {cpu: 1}}}");
              world.run(Duration.ofMinutes(1));
              world.objects().create(pod("second", "Never", "command: [work]"));
              world.run(Duration.ofMinutes(1));

              assertThat(events(world, "IsolationIgnored"))
                  .extracting(
                      e -> e.getInvolvedObject().getName(), Event::getType, Event::getMessage)
                  .containsExactlyInAnyOrder(
                      org.assertj.core.groups.Tuple.tuple(
                          "p",
                          "Warning",
                          "process nodes run containers as local processes without isolation;"
                              + " ignored: resources.limits, runAsNonRoot, image"),
                      org.assertj.core.groups.Tuple.tuple(
                          "second",
                          "Normal",
                          "process nodes run containers as local processes without isolation;"
                              + " ignored: image"));
              assertThat(notices).hasSize(1);
            })
        .run(7);
  }

  private String log() throws Exception {
    ProcessNodes running = requireNonNull(nodes.get());
    var text = new StringBuilder();
    try (var log = running.logs().open(LogRequest.all(POD, "c"))) {
      for (byte[] next = log.next(); next != null; next = log.next()) {
        text.append(new String(next, StandardCharsets.UTF_8));
      }
      return text.toString();
    } catch (NoLogException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private static void create(World world, String restartPolicy, String container) throws Exception {
    world.objects().create(pod("p", restartPolicy, container));
  }

  private static Pod pod(String name, String restartPolicy, String container) throws Exception {
    var pod =
        Json.yamlMapper()
            .readValue(
                """
                metadata: {name: %s, namespace: default}
                spec: {restartPolicy: %s, nodeName: node-0}
                """
                    .formatted(name, restartPolicy),
                Pod.class);
    var parsed =
        Json.yamlMapper().readValue(container, io.fabric8.kubernetes.api.model.Container.class);
    parsed.setName("c");
    parsed.setImage("i");
    pod.getSpec().setContainers(List.of(parsed));
    return pod;
  }

  private static String phase(World world) throws Exception {
    return world.objects().fetch(Pod.class, POD).getStatus().getPhase();
  }

  private static ContainerState state(World world) throws Exception {
    var all = world.objects().fetch(Pod.class, POD).getStatus().getContainerStatuses();
    return all.isEmpty() ? new ContainerState() : all.getFirst().getState();
  }

  private static List<Event> events(World world, String reason) throws Exception {
    return world.objects().list(Event.class, "default").stream()
        .filter(e -> e.getReason().equals(reason))
        .toList();
  }
}
