package io.coxswain.real;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.CancelledException;
import io.coxswain.sim.FaultPlan;
import io.coxswain.sim.Run;
import io.coxswain.sim.ScenarioEnvironment;
import io.coxswain.sim.Simulation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Plays simulations on one real API server, one after the other. */
public final class RealEnvironment implements ScenarioEnvironment {
  private static @Nullable RealServer server;
  private static @Nullable EtcdKeys keys;
  private static final Definitions DEFINITIONS = new Definitions();

  /** What the present test has played last, by name. */
  private static final Map<String, Run> PLAYED = new HashMap<>();

  @Override
  public String name() {
    return "real";
  }

  /** Forgets what the test before played. */
  static synchronized void nextTest() {
    PLAYED.clear();
  }

  /** The server of all scenarios; started when first needed. */
  static synchronized RealServer server() {
    RealServer running = server;
    if (running == null) {
      running =
          RealServer.start(
              Assets.find().orElseThrow(() -> new AssertionError(Assets.absence())),
              // As the embedded server of scenarios: nobody makes service accounts for pods.
              "--disable-admission-plugins=ServiceAccount",
              "--allow-privileged=true");
      server = running;
      keys = new EtcdKeys(running.etcd());
      try {
        keys.remember();
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
    return running;
  }

  /** Requests of the administrator of the server of all scenarios. */
  public static ApiTransport administrator() {
    return server().transport();
  }

  /** The URL of the server of all scenarios. */
  public static String address() {
    return server().address();
  }

  /** The administrator's bearer token. */
  public static String token() {
    return RealServer.TOKEN;
  }

  /** The file with the certificate authority of the server of all scenarios. */
  public static Path authority() {
    return server().file("ca.crt");
  }

  /** Puts the server back to how it began. */
  public static synchronized void reset() throws IOException {
    if (keys != null) {
      keys.restore();
    }
  }

  /**
   * Deletes the custom kinds that earlier tests have left, until discovery no longer lists them.
   */
  public static synchronized void removeCustomKinds() throws IOException, CancelledException {
    DEFINITIONS.begin();
    DEFINITIONS.takeAwayOthers(administrator());
  }

  /** Defines a custom kind on some server and waits until it is served. */
  public static void define(ApiTransport api, JsonNode definition) throws IOException {
    var _ =
        new Definitions()
            .create(
                api,
                ApiRequest.of("POST", Definitions.PATH)
                    .body("application/json", Json.bytes(definition)));
  }

  /**
   * Not again with another seed: seeds do not matter here, and there are no faults. With the same
   * seed it is another simulation of that name.
   */
  @Override
  public synchronized Run play(Simulation simulation, long seed, FaultPlan plan) {
    if (!plan.isEmpty() || !simulation.needs().isEmpty()) {
      throw new AssertionError(
          simulation
              + " needs faults "
              + plan
              + " and "
              + simulation.needs()
              + ": name the test in"
              + " virtual-time.txt");
    }
    Run before = PLAYED.get(simulation.name());
    if (before != null && before.seed() != seed) {
      return before;
    }
    Run run = play(simulation, seed);
    PLAYED.put(simulation.name(), run);
    return run;
  }

  private static Run play(Simulation simulation, long seed) {
    RealServer running = server();
    EtcdKeys stored = keys;
    if (stored == null) {
      throw new IllegalStateException("no server");
    }
    try {
      Path disks = Files.createTempDirectory("coxswain-disks");
      try (var world = new RealWorld(seed, running, DEFINITIONS, disks)) {
        simulation.perform(world);
        return new Run(
            seed,
            FaultPlan.NONE,
            "",
            0,
            0,
            world.elapsed(),
            world.writes(),
            new TreeMap<>(),
            "",
            List.of(),
            List.of());
      } catch (AssertionError | RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new AssertionError("the script of " + simulation + " failed", e);
      } finally {
        io.coxswain.env.Env.production().files().delete(disks);
        stored.restore();
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
