package io.coxswain.slurm.power;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.slurm.NodeSet;
import io.coxswain.api.slurm.NodeSetPowerState;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.env.Task;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.manager.Manager;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Performs a {@link PowerCommand} within its timeout. */
public final class PowerManager {
  public static final String NAME = "power-manager";
  private static final Logger log = LoggerFactory.getLogger(NAME);
  private static final Duration POLL = Duration.ofSeconds(2);

  /** Others write the same objects; a conflict is met by looking again. */
  private static final int MAX_ATTEMPTS = 10;

  private static final Duration BETWEEN_TRIES = Duration.ofMillis(50);

  private final Env env;
  private final Client client;
  private final PowerCommand command;

  private PowerManager(Env env, Client client, PowerCommand command) {
    this.env = env;
    this.client = client;
    this.command = command;
  }

  /**
   * Returns when it is done.
   *
   * @param env with the API server
   * @throws IOException when it could not be done
   */
  public static void run(Env env, PowerCommand command) throws IOException, CancelledException {
    Client client =
        Manager.builder(env)
            .name(NAME)
            .userAgent("power-manager/v5.0.0 (coxswain)")
            .build()
            .client()
            .live();
    var power = new PowerManager(env, client, command);
    Task task = env.tasks().spawn(NAME, power::perform);
    if (!task.join(command.timeout())) {
      task.cancel();
      throw new IOException(power.tooLate());
    }
    if (task.failure().isPresent()) {
      throw new IOException(task.failure().get().getMessage(), task.failure().get());
    }
  }

  private String tooLate() {
    return switch (command.action()) {
      case WAIT_ADDED -> "timeout waiting for nodes to appear in activeNodes";
      case WAIT_REMOVED -> "timeout waiting for nodes to be removed from activeNodes";
      default -> "not done within " + command.timeout().toSeconds() + " s";
    };
  }

  private void perform() throws ApiException, CancelledException {
    switch (command.action()) {
      case RESUME, SUSPEND -> change();
      case WAIT_ADDED, WAIT_REMOVED -> await();
    }
  }

  // ---- resume and suspend

  private void change() throws ApiException, CancelledException {
    SortedMap<String, NodeSet> sets = new TreeMap<>();
    for (NodeSet set : client.list(NodeSet.class).in(command.namespace()).toList()) {
      sets.put(set.getMetadata().getName(), set);
    }
    for (Map.Entry<String, SortedSet<Integer>> each : command.nodes().entrySet()) {
      NodeSet set = sets.get(each.getKey());
      if (set == null) {
        log.atInfo().addKeyValue("nodeSet", each.getKey()).log("NodeSet not found, skipping");
      } else if (!Boolean.TRUE.equals(set.getSpec().getEphemeralNodes())) {
        log.atInfo()
            .addKeyValue("nodeSet", each.getKey())
            .log("NodeSet is not ephemeral, skipping");
      } else {
        change(each.getKey(), each.getValue());
        log.atInfo()
            .addKeyValue("nodeSet", each.getKey())
            .addKeyValue("ordinals", each.getValue())
            .log("Updated NodeSetPowerState");
      }
    }
  }

  private void change(String set, SortedSet<Integer> ordinals)
      throws ApiException, CancelledException {
    for (int tries = 1; ; tries++) {
      try {
        write(set, ordinals);
        return;
      } catch (ApiException.Conflict | ApiException.AlreadyExists e) {
        if (tries == MAX_ATTEMPTS) {
          throw e;
        }
        env.clock().sleep(BETWEEN_TRIES);
      }
    }
  }

  private void write(String set, SortedSet<Integer> ordinals) throws ApiException {
    Optional<NodeSetPowerState> found = find(set);
    if (found.isEmpty()) {
      var fresh = new NodeSetPowerState();
      fresh.getMetadata().setNamespace(command.namespace());
      fresh.getMetadata().setName(set);
      fresh.getSpec().setNodeSetRef(set);
      fresh.getSpec().setActiveNodes(after(List.of(), ordinals));
      client.create(fresh);
      return;
    }
    var _ =
        client.patch(
            found.get(),
            state ->
                state.getSpec().setActiveNodes(after(state.getSpec().getActiveNodes(), ordinals)));
  }

  /** Sorted, so that the same nodes are always the same list. */
  private List<Integer> after(Collection<Integer> active, SortedSet<Integer> ordinals) {
    var all = new TreeSet<>(active);
    if (command.action() == PowerCommand.Action.RESUME) {
      all.addAll(ordinals);
    } else {
      all.removeAll(ordinals);
    }
    return new ArrayList<>(all);
  }

  // ---- waiting

  private void await() throws CancelledException {
    while (true) {
      env.clock().sleep(POLL);
      if (isThere()) {
        log.info("All nodes in expected state");
        return;
      }
    }
  }

  private boolean isThere() throws CancelledException {
    boolean added = command.action() == PowerCommand.Action.WAIT_ADDED;
    boolean all = true;
    for (Map.Entry<String, SortedSet<Integer>> each : command.nodes().entrySet()) {
      try {
        Optional<NodeSetPowerState> state = find(each.getKey());
        all &=
            state.isPresent()
                && each.getValue().stream()
                    .allMatch(o -> state.get().getSpec().getActiveNodes().contains(o) == added);
      } catch (ApiException e) {
        log.atDebug()
            .addKeyValue("nodeSet", each.getKey())
            .setCause(e)
            .log("Failed to get NodeSetPowerState, will retry");
        all = false;
      }
    }
    return all;
  }

  private Optional<NodeSetPowerState> find(String set) throws ApiException {
    return client.get(NodeSetPowerState.class, ObjectKey.of(command.namespace(), set));
  }
}
