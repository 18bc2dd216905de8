package io.coxswain.kube.daemonset;

import io.coxswain.kube.common.Pods;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * The pods to create and delete.
 *
 * @param create the nodes that get a pod
 * @param delete the pods to delete
 * @param ended those of them that have failed or succeeded, for events
 * @param lookAgain when a failed pod may be replaced
 */
record DaemonSetPlan(
    List<String> create, List<Pod> delete, List<Pod> ended, Optional<Duration> lookAgain) {
  /** Maximum number of pods created or deleted in one reconcile. */
  private static final int BURST = 250;

  /**
   * First creates and deletes pods on nodes; a rolling update continues only when nothing of that
   * is left.
   */
  static DaemonSetPlan of(DaemonSetObservation seen) {
    DaemonSetPlan placement = new Planning(seen).plan();
    if (!placement.isEmpty() || !seen.rolls()) {
      return placement;
    }
    DaemonRollout rollout = DaemonRollout.of(seen);
    return new DaemonSetPlan(
        limited(rollout.create()), limited(rollout.delete()), List.of(), placement.lookAgain);
  }

  private boolean isEmpty() {
    return create.isEmpty() && delete.isEmpty();
  }

  private static <T> List<T> limited(List<T> all) {
    return List.copyOf(all.subList(0, Math.min(BURST, all.size())));
  }

  private static final class Planning {
    private final DaemonSetObservation seen;
    private final NavigableMap<String, List<Pod>> pods;
    private final Function<Node, NodeFit> fits;
    private final List<String> create = new ArrayList<>();
    private final List<Pod> delete = new ArrayList<>();
    private final List<Pod> ended = new ArrayList<>();
    private final List<Duration> waits = new ArrayList<>();

    Planning(DaemonSetObservation seen) {
      this.seen = seen;
      this.pods = seen.podsByNode();
      this.fits = NodeFit.by(seen.set());
    }

    DaemonSetPlan plan() {
      var known = new TreeSet<String>();
      for (Node node : seen.nodes()) {
        known.add(node.getMetadata().getName());
        place(node);
      }
      pods.forEach(
          (node, there) -> {
            if (!known.contains(node)) {
              there.stream().filter(pod -> !Pods.isAssigned(pod)).forEach(delete::add);
            }
          });
      List<Pod> deleted = limited(delete);
      return new DaemonSetPlan(
          limited(create),
          deleted,
          ended.stream().filter(deleted::contains).toList(),
          waits.stream().min(Comparator.naturalOrder()));
    }

    private void place(Node node) {
      String name = node.getMetadata().getName();
      NodeFit fit = fits.apply(node);
      List<Pod> there = pods.getOrDefault(name, List.of());
      if (fit.run() && there.isEmpty()) {
        create.add(name);
      } else if (fit.stay()) {
        List<Pod> running = clearEnded(name, there);
        if (!seen.surges()) {
          running.stream().skip(1).forEach(delete::add);
        } else if (running.isEmpty() && fit.run()) {
          create.add(name);
        } else if (running.size() > 1) {
          keepOneOfEach(running);
        }
      } else {
        there.stream().filter(pod -> !Pods.isDeleting(pod)).forEach(delete::add);
      }
    }

    /** Deletes finished pods and returns the others. */
    private List<Pod> clearEnded(String node, List<Pod> there) {
      var running = new ArrayList<Pod>();
      boolean struck = false;
      for (Pod pod : there) {
        if (Pods.isDeleting(pod)) {
          continue;
        }
        if (!Pods.isTerminal(pod)) {
          running.add(pod);
          continue;
        }
        boolean failed = Pods.phase(pod).equals("Failed");
        Optional<Duration> wait =
            struck ? Optional.of(FailedPodBackoff.FIRST) : seen.heldBack().apply(node);
        if (failed && wait.isPresent()) {
          waits.add(wait.get());
        } else {
          struck |= failed;
          ended.add(pod);
          delete.add(pod);
        }
      }
      return running;
    }

    /** While surging: keeps one old and one new pod until the new one is available. */
    private void keepOneOfEach(List<Pod> running) {
      Optional<Pod> young = running.stream().filter(this::hasPresentHash).findFirst();
      Optional<Pod> old = running.stream().filter(pod -> !hasPresentHash(pod)).findFirst();
      running.stream().filter(this::hasPresentHash).skip(1).forEach(delete::add);
      running.stream().filter(pod -> !hasPresentHash(pod)).skip(1).forEach(delete::add);
      if (young.isPresent()
          && old.isPresent()
          && (!Pods.isReady(old.get()) || seen.isAvailable(young.get()))) {
        delete.add(old.get());
      }
    }

    private boolean hasPresentHash(Pod pod) {
      return seen.hash().equals(DaemonPodFactory.hash(pod));
    }
  }
}
