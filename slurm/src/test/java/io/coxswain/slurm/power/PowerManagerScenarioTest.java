package io.coxswain.slurm.power;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.bundle.Crds;
import io.coxswain.api.slurm.NodeSet;
import io.coxswain.api.slurm.NodeSetPowerState;
import io.coxswain.env.Env;
import io.coxswain.evidence.Scenario;
import io.coxswain.runtime.flags.FlagException;
import io.coxswain.sim.Script;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PowerManagerScenarioTest {
  private static final Env HERE = Env.production();

  private static void run(Script script) {
    Simulation.named("power-manager")
        .given(
            world -> {
              world.objects().define(Crds.define(NodeSetPowerState.class));
              world.objects().define(withoutSchema());
              world.objects().create(set("burst", true));
              world.objects().create(set("h100", false));
            })
        .script(script)
        .run(1);
  }

  /** Only the one field matters here; a whole NodeSet would be a page. */
  static JsonNode withoutSchema() {
    ObjectNode definition = Crds.define(NodeSet.class);
    for (JsonNode version : definition.path("spec").path("versions")) {
      ((ObjectNode) version.path("schema"))
          .putObject("openAPIV3Schema")
          .put("type", "object")
          .put("x-kubernetes-preserve-unknown-fields", true);
    }
    return definition;
  }

  private static NodeSet set(String name, boolean ephemeral) {
    var set = new NodeSet();
    set.getMetadata().setNamespace("default");
    set.getMetadata().setName(name);
    set.getSpec().setEphemeralNodes(ephemeral);
    return set;
  }

  private static void power(World world, String... words) throws Exception {
    PowerManager.run(world.env(), PowerCommand.of(List.of(words), world.env().files()));
  }

  private static List<Integer> active(World world, String set) throws Exception {
    return world
        .objects()
        .find(NodeSetPowerState.class, ObjectKey.of("default", set))
        .map(state -> state.getSpec().getActiveNodes())
        .orElse(List.of());
  }

  @Test
  @Scenario("soperator-17")
  void addsOrdinalsOfEphemeralSetsAloneAndSorted() {
    run(
        world -> {
          var state = new NodeSetPowerState();
          state.getMetadata().setNamespace("default");
          state.getMetadata().setName("burst");
          state.getSpec().setNodeSetRef("burst");
          state.getSpec().setActiveNodes(List.of(7, 3));
          world.objects().create(state);

          power(world, "resume", "--nodes=burst-[0-1,5],h100-0", "--namespace=default");

          assertThat(active(world, "burst")).containsExactly(0, 1, 3, 5, 7);
          assertThat(active(world, "h100")).isEmpty();
        });
  }

  @Test
  void addsAndRemovesOrdinalsOfTheState() {
    run(
        world -> {
          power(world, "resume", "--nodes", "burst-[0-1,5]", "--namespace", "default");
          assertThat(active(world, "burst")).containsExactly(0, 1, 5);

          power(world, "suspend", "-nodes=burst-1", "-namespace=default");
          assertThat(active(world, "burst")).containsExactly(0, 5);
          power(world, "suspend", "--nodes=unknown-3", "--namespace=default");
          assertThat(active(world, "unknown")).isEmpty();
        });
  }

  @Test
  void waitsUntilTheOrdinalsAreThere() {
    run(
        world -> {
          power(world, "resume", "--nodes=burst-[0-1]", "--namespace=default");
          power(world, "wait-added", "--nodes=burst-[0-1]", "--namespace=default");
          power(world, "wait-removed", "--nodes=burst-2", "--namespace=default");
          assertThatThrownBy(
                  () ->
                      power(
                          world,
                          "wait-removed",
                          "--nodes=burst-[1-2]",
                          "--namespace=default",
                          "--timeout=180s"))
              .isInstanceOf(IOException.class)
              .hasMessage("timeout waiting for nodes to be removed from activeNodes");

          var _ =
              world
                  .env()
                  .timers()
                  .after(
                      Duration.ofSeconds(5),
                      () -> {
                        try {
                          power(world, "suspend", "--nodes=burst-1", "--namespace=default");
                        } catch (Exception e) {
                          throw new IllegalStateException(e);
                        }
                      });
          power(world, "wait-removed", "--nodes=burst-1", "--namespace=default");
          assertThat(active(world, "burst")).containsExactly(0);
        });
  }

  @Test
  void findsItsNamespaceInTheServiceAccount() {
    run(
        world -> {
          Path account = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");
          world.env().files().createDirectories(account);
          world
              .env()
              .files()
              .write(account.resolve("namespace"), "default\n".getBytes(StandardCharsets.UTF_8));

          power(world, "resume", "--nodes=burst-0");

          assertThat(active(world, "burst")).containsExactly(0);
        });
  }

  @Test
  void takesTheLongestNameForTheSet() throws Exception {
    assertThat(Ordinals.parse("a-1-[0-2], b-7")).hasToString("{a-1=[0, 1, 2], b=[7]}");
  }

  @Test
  void rejectsInvalidArguments() {
    for (List<String> words :
        List.of(
            List.<String>of(),
            List.of("explode", "--nodes=a-0"),
            List.of("resume"),
            List.of("resume", "--nodes=a"),
            List.of("resume", "--nodes=a-[0-]"),
            List.of("resume", "--nodes=a-[3-1]"),
            List.of("resume", "--nodes=a-[x]"),
            List.of("resume", "--nodes=a-0", "--namespace=n", "--timeout=soon"))) {
      assertThatThrownBy(() -> PowerCommand.of(words, HERE.files()))
          .as(words.toString())
          .isInstanceOf(FlagException.class);
    }
  }
}
