package io.coxswain.slurm.rollingupdate;

import io.coxswain.slurm.client.NodeState;
import io.coxswain.slurm.client.SlurmNode;
import io.coxswain.slurm.reconcile.PodStates;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/** What to do next for workers that are to be replaced. */
final class RollingUpdatePlan {
  static final String REASON = "soperator rolling update";
  static final String POWER_ACTION = "soperator-worker-handoff";
  private static final String WORKER_INIT = "worker-init";
  private static final String SLURMD = "slurmd";

  private RollingUpdatePlan() {}

  /** One thing to do. */
  sealed interface Action {
    /** The pod may go. */
    record Delete(Pod pod, String why) implements Action {}

    /** Ends a stale drain of an earlier rolling update. */
    record Undrain(SlurmNode node) implements Action {}

    /**
     * Labels the pods as stopping and asks Slurm to drain and reboot their nodes.
     *
     * @param nodes of the pods, in the same order
     */
    record Stop(List<Pod> pods, List<SlurmNode> nodes) implements Action {}
  }

  /** What can be done without asking Slurm; if that is anything, the rest waits for its effect. */
  static List<Action> withoutSlurm(WorkerSet workers) {
    List<Pod> outdated = workers.outdated();
    List<Action> ready =
        outdated.stream()
            .filter(pod -> workers.phase(pod).equals(WorkerSet.READY))
            .<Action>map(pod -> new Action.Delete(pod, "its worker is ready to go"))
            .toList();
    if (!ready.isEmpty()) {
      return ready;
    }
    return outdated.stream()
        .filter(pod -> PodStates.isCrashLooping(PodStates.initContainers(pod), WORKER_INIT))
        .<Action>map(pod -> new Action.Delete(pod, "its worker cannot start"))
        .findFirst()
        .map(List::of)
        .orElse(List.of());
  }

  /**
   * @param nodes all that Slurm has, by name
   * @throws MissingNodeException when one of the pods is none of them: nothing is known of it then
   */
  static List<Action> withSlurm(WorkerSet workers, SortedMap<String, SlurmNode> nodes)
      throws MissingNodeException {
    var actions = new ArrayList<Action>();
    var candidates = new ArrayList<Pod>();
    int readyOnTheirWay = workers.readyAndLeaving();
    for (Pod pod : workers.outdated()) {
      String name = pod.getMetadata().getName();
      SlurmNode node = nodes.get(name);
      if (node == null) {
        throw new MissingNodeException(name);
      }
      Turn turn = turn(workers, pod, node);
      switch (turn) {
        case UNDRAIN -> actions.add(new Action.Undrain(node));
        case DELETE -> actions.add(new Action.Delete(pod, "it is offline with nothing allocated"));
        case CANDIDATE -> candidates.add(pod);
        case WAIT, TRACK -> {}
      }
      if (turn != Turn.CANDIDATE && turn != Turn.WAIT && PodStates.isReady(pod)) {
        readyOnTheirWay++;
      }
    }
    int slots = workers.budget() - workers.away() - readyOnTheirWay;
    List<Pod> chosen = candidates.subList(0, Math.clamp(slots, 0, candidates.size()));
    if (!chosen.isEmpty()) {
      actions.add(
          new Action.Stop(
              List.copyOf(chosen),
              chosen.stream().map(pod -> nodes.get(pod.getMetadata().getName())).toList()));
    }
    return actions;
  }

  /** Drains of ours that are left over when all workers are up to date. */
  static List<Action> leftovers(WorkerSet workers, SortedMap<String, SlurmNode> nodes) {
    return workers.pods().stream()
        .filter(pod -> workers.isCurrent(pod) && PodStates.isReady(pod))
        .map(pod -> nodes.get(pod.getMetadata().getName()))
        .filter(node -> node != null && isStaleDrain(node))
        .<Action>map(node -> new Action.Undrain(node))
        .toList();
  }

  /** What a worker's node needs. */
  private enum Turn {
    UNDRAIN,
    DELETE,
    WAIT,
    TRACK,
    CANDIDATE
  }

  private static Turn turn(WorkerSet workers, Pod pod, SlurmNode node) {
    boolean crashing = PodStates.isCrashLooping(PodStates.containers(pod), SLURMD);
    boolean rebooting = isRebooting(node);
    boolean ours = workers.phase(pod).equals(WorkerSet.STOPPING) || isOurs(node);
    if (isStaleDrain(node)) {
      return Turn.UNDRAIN;
    }
    if ((crashing || (rebooting && ours)) && isSafelyOffline(node)) {
      return Turn.DELETE;
    }
    if (crashing) {
      return Turn.WAIT;
    }
    return rebooting ? Turn.TRACK : Turn.CANDIDATE;
  }

  private static boolean isRebooting(SlurmNode node) {
    return node.is(NodeState.REBOOT_ISSUED) || node.is(NodeState.REBOOT_REQUESTED);
  }

  private static boolean isOurs(SlurmNode node) {
    return node.reason().equals(REASON) || node.reason().startsWith(REASON + " : ");
  }

  static boolean isStaleDrain(SlurmNode node) {
    return node.isFullyDrained()
        && !node.is(NodeState.NOT_RESPONDING)
        && !node.is(NodeState.INVALID)
        && !isRebooting(node)
        && isOurs(node);
  }

  /** Nothing is on it, by numbers that are known, and nothing can come. */
  static boolean isSafelyOffline(SlurmNode node) {
    return node.capacity().allocatedCpus().orElse(-1) == 0
        && node.capacity().allocatedMemory().orElse(-1) == 0
        && !node.is(NodeState.COMPLETING)
        && (node.is(NodeState.DOWN)
            || (node.is(NodeState.IDLE) && node.is(NodeState.NOT_RESPONDING)));
  }

  /** Slurm returned nothing about a node. */
  static final class MissingNodeException extends Exception {
    MissingNodeException(String node) {
      super("slurm node " + node + " is missing from list nodes response");
    }
  }
}
