package io.coxswain.real.dropin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ResourceType;
import io.coxswain.env.ApiRequest;
import io.coxswain.real.GoManager;
import io.coxswain.sim.Serving;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * A Go program with webhooks and ours in its place: the same script twice, and what is left.
 *
 * @param list of what may differ
 * @param flags of the Go program
 * @param environment of the Go program
 * @param port of the Go program's webhooks
 * @param surroundings all that is around the program
 * @param ours the same program here
 * @param namespaces where the script leaves something
 * @param plain what is left of a line without what is random in it
 */
record SideBySide(
    String program,
    String list,
    List<String> flags,
    Map<String, String> environment,
    int port,
    List<? extends HasMetadata> webhooks,
    Supplier<Simulation> surroundings,
    Serving ours,
    List<String> namespaces,
    Script script,
    UnaryOperator<String> plain) {
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(5);
  private static final int MAX_LOOKS = 12;

  /** What users do; gives what they were answered where that matters. */
  interface Script {
    List<String> run(World world) throws Exception;
  }

  void compare() throws Exception {
    assumeTrue(
        GoManager.isThere(program),
        "there is no " + program + " beside kube-apiserver; tools/real-assets builds it");
    List<String> theirs = new ArrayList<>();
    surroundings
        .get()
        .script(
            world -> {
              try (var running = GoManager.serving(program, flags, environment)) {
                world.await("its webhooks", () -> running.listens(port));
                for (HasMetadata each : webhooks) {
                  ObjectNode configuration = Json.tree(Json.bytes(each));
                  install(world, each, GoManager.reached(configuration, port));
                }
                theirs.addAll(told(world));
              }
            })
        .run(1);
    List<String> mine = new ArrayList<>();
    surroundings
        .get()
        .serving("ours", ours)
        .script(
            world -> {
              world.awaitIdle();
              for (HasMetadata each : webhooks) {
                install(world, each, Json.tree(Json.bytes(each)));
              }
              mine.addAll(told(world));
            })
        .run(1);

    assertThat(Comparison.unexplained(program, list, distinct(theirs), distinct(mine))).isEmpty();
  }

  /** How often a line occurs is compared for kube-controller-manager alone. */
  private static List<String> distinct(List<String> lines) {
    return lines.stream().distinct().toList();
  }

  private List<String> told(World world) throws Exception {
    var lines = new ArrayList<>(script.run(world));
    lines.addAll(settled(world));
    lines.replaceAll(plain);
    return lines;
  }

  /** What is left once nothing changes any more; a Go program does not say when it is done. */
  private List<String> settled(World world) throws Exception {
    List<String> before = remains(world);
    for (int looks = 0; looks < MAX_LOOKS; looks++) {
      world.run(BETWEEN_LOOKS);
      List<String> now = remains(world);
      if (now.equals(before)) {
        break;
      }
      before = now;
    }
    return before;
  }

  private List<String> remains(World world) throws ApiException {
    var lines = new ArrayList<String>();
    for (String namespace : namespaces) {
      lines.addAll(new Remains(world.objects(), namespace).lines());
    }
    return lines;
  }

  private static void install(World world, HasMetadata kind, JsonNode configuration)
      throws Exception {
    var _ =
        world
            .objects()
            .call(
                ApiRequest.of("POST", ResourceType.of(kind.getClass()).path(""))
                    .body("application/json", Json.bytes(configuration)));
  }
}
