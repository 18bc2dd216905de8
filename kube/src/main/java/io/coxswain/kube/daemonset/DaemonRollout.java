package io.coxswain.kube.daemonset;

import io.coxswain.kube.common.Pods;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The next step of a rolling update.
 *
 * @param create the nodes that get a new pod in addition to the old one
 * @param delete the pods to delete
 */
record DaemonRollout(List<String> create, List<Pod> delete) {

  static DaemonRollout of(DaemonSetObservation seen) {
    return new Planning(seen).plan();
  }

  /** The pods on one node, except terminating ones. */
  private record Place(String node, @Nullable Pod young, @Nullable Pod old, boolean crowded) {

    static Place of(DaemonSetObservation seen, String node, List<Pod> pods) {
      List<Pod> lasting = pods.stream().filter(pod -> !Pods.isDeleting(pod)).toList();
      List<Pod> young = lasting.stream().filter(seen::isUpdated).toList();
      List<Pod> old = lasting.stream().filter(pod -> !seen.isUpdated(pod)).toList();
      return new Place(
          node,
          young.isEmpty() ? null : young.getFirst(),
          old.isEmpty() ? null : old.getFirst(),
          young.size() > 1 || old.size() > 1);
    }
  }

  private static final class Planning {
    private final DaemonSetObservation seen;
    private final List<Place> places = new ArrayList<>();
    private final TreeSet<String> suited = new TreeSet<>();

    Planning(DaemonSetObservation seen) {
      this.seen = seen;
      NavigableMap<String, List<Pod>> pods = seen.podsByNode();
      Function<Node, NodeFit> fits = NodeFit.by(seen.set());
      for (Node node : seen.nodes()) {
        if (fits.apply(node).run()) {
          suited.add(node.getMetadata().getName());
          pods.putIfAbsent(node.getMetadata().getName(), List.of());
        }
      }
      pods.forEach((node, there) -> places.add(Place.of(seen, node, there)));
    }

    DaemonRollout plan() {
      int surge = seen.maxSurge(suited.size());
      int unavailable = seen.maxUnavailable(suited.size());
      return surge > 0
          ? surging(surge)
          : replacing(unavailable == 0 && !suited.isEmpty() ? 1 : unavailable);
    }

    /**
     * Deletes as many old pods as maxUnavailable allows; new ones are created on nodes without a
     * pod.
     */
    private DaemonRollout replacing(int maxUnavailable) {
      int unavailable = 0;
      var delete = new ArrayList<Pod>();
      var candidates = new ArrayList<Pod>();
      for (Place place : places) {
        if (place.crowded || (place.young == null) == (place.old == null)) {
          unavailable++;
        } else if (place.young != null) {
          unavailable += seen.isAvailable(place.young) ? 0 : 1;
        } else if (place.old != null && !seen.isAvailable(place.old)) {
          delete.add(place.old);
          unavailable++;
        } else if (place.old != null) {
          candidates.add(place.old);
        }
      }
      delete.addAll(first(candidates, maxUnavailable - unavailable));
      return new DaemonRollout(List.of(), delete);
    }

    /** Creates new pods next to old ones, which are deleted once the new ones are available. */
    private DaemonRollout surging(int maxSurge) {
      int surging = 0;
      int available = 0;
      var create = new ArrayList<String>();
      var candidates = new ArrayList<String>();
      var delete = new ArrayList<Pod>();
      var misplaced = new ArrayList<Pod>();
      for (Place place : places) {
        if (place.crowded) {
          surging++;
          continue;
        }
        Pod standing = place.old == null ? place.young : place.old;
        available += standing != null && seen.isAvailable(standing) ? 1 : 0;
        if (place.old == null) {
          continue;
        }
        if (place.young != null) {
          if (seen.isAvailable(place.young)) {
            delete.add(place.old);
          } else {
            surging++;
          }
        } else if (!suited.contains(place.node)) {
          (seen.isAvailable(place.old) ? misplaced : delete).add(place.old);
        } else {
          (seen.isAvailable(place.old) ? candidates : create).add(place.node);
        }
      }
      // Old pods on nodes that no longer match are kept as long as maxUnavailable requires.
      delete.addAll(first(misplaced, available - suited.size()));
      create.addAll(first(candidates, maxSurge - surging));
      return new DaemonRollout(create, delete);
    }

    private static <T> List<T> first(List<T> all, int count) {
      return all.subList(0, Math.clamp(count, 0, all.size()));
    }
  }
}
