package io.coxswain.kube.statefulset;

import io.coxswain.kube.common.Pods;
import io.coxswain.kube.statefulset.PodAction.AlignClaims;
import io.coxswain.kube.statefulset.PodAction.Create;
import io.coxswain.kube.statefulset.PodAction.Delete;
import io.coxswain.kube.statefulset.PodAction.EnsureClaims;
import io.coxswain.kube.statefulset.PodAction.Repair;
import io.coxswain.kube.statefulset.PodAction.Replace;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.List;

/**
 * The actions for the pods of a set, in stages. A failure in one stage prevents the later ones.
 *
 * @param stages the actions of a stage, sequential in an ordered set, else concurrent; those of one
 *     pod are adjacent and sequential
 */
record StatefulSetPlan(List<List<List<PodAction>>> stages) {

  static StatefulSetPlan of(StatefulSetObservation seen) {
    return new StatefulSetPlan(
        seen.deleting() ? List.of() : List.copyOf(new Planning(seen).stages()));
  }

  /** All actions, in starting order. */
  List<PodAction> actions() {
    return stages.stream().flatMap(List::stream).flatMap(List::stream).toList();
  }

  private static final class Planning {
    private final StatefulSetObservation seen;
    private final SetPods pods;
    private final List<List<List<PodAction>>> stages = new ArrayList<>();

    Planning(StatefulSetObservation seen) {
      this.seen = seen;
      this.pods = SetPods.of(seen);
    }

    List<List<List<PodAction>>> stages() {
      boolean goOn = replicas() && condemned();
      if (goOn && !"OnDelete".equals(seen.set().getSpec().getUpdateStrategy().getType())) {
        stages.add(oneEach(RollingUpdate.of(seen, pods).stream().map(Replace::new).toList()));
      }
      return stages;
    }

    /** Creates and corrects replicas; false if one of them must be waited for. */
    private boolean replicas() {
      var work = new ArrayList<List<PodAction>>();
      stages.add(work);
      for (Pod pod : pods.replicas()) {
        var actions = new ArrayList<PodAction>();
        boolean stop = replica(pod, actions);
        if (!actions.isEmpty()) {
          work.add(actions);
        }
        if (stop && seen.inOrder()) {
          return false;
        }
      }
      return true;
    }

    /** Whether later pods of an ordered set must wait for this one. */
    private boolean replica(Pod pod, List<PodAction> actions) {
      var claims = new StatefulPodClaims(seen, pod);
      if (Pods.isTerminal(pod)) {
        if (!Pods.isDeleting(pod)) {
          actions.add(new Delete(pod));
        }
        return true;
      }
      if (Pods.phase(pod).isEmpty()) {
        if (!claims.anyLeftOver()) {
          actions.add(new Create(pod));
        }
        return true;
      }
      if (seen.inOrder() && RollingUpdate.isBroken(seen, pod)) {
        actions.add(new Replace(pod));
        return true;
      }
      boolean pending = Pods.phase(pod).equals("Pending");
      if (pending && (claims.anyMissing() || claims.anyConflict() || !claims.ownersAreRight())) {
        actions.add(new EnsureClaims(pod));
      }
      if (seen.inOrder() && (!pods.isRunningAndReady(pod) || !pods.isAvailable(pod))) {
        return true;
      }
      boolean claimsRight = pending || claims.ownersAreRight();
      if (!StatefulPodFactory.hasIdentity(seen.set(), pod)
          || !StatefulPodFactory.hasStorage(seen.set(), pod)
          || !claimsRight) {
        actions.add(new Repair(pod));
      }
      return false;
    }

    /** Deletes surplus pods; false if one of them must be waited for. */
    private boolean condemned() {
      stages.add(
          oneEach(
              pods.condemned().stream()
                  .filter(pod -> !new StatefulPodClaims(seen, pod).ownersAreRight())
                  .map(AlignClaims::new)
                  .toList()));
      List<Pod> deletable = pods.condemned().stream().filter(pod -> !Pods.isDeleting(pod)).toList();
      if (!seen.inOrder()) {
        stages.add(oneEach(deletable.stream().map(Delete::new).toList()));
        return true;
      }
      if (pods.condemned().isEmpty()) {
        return true;
      }
      Pod next = pods.condemned().getFirst();
      boolean healthy = pods.isRunningAndReady(next) && pods.isAvailable(next);
      if (!Pods.isDeleting(next) && (healthy || pods.isFirstUnavailable(next))) {
        stages.add(oneEach(List.of(new Delete(next))));
      }
      return false;
    }

    private static List<List<PodAction>> oneEach(List<? extends PodAction> actions) {
      return actions.stream().map(action -> List.<PodAction>of(action)).toList();
    }
  }
}
