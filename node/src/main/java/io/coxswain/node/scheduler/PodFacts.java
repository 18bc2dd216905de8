package io.coxswain.node.scheduler;

import io.coxswain.api.ObjectKey;
import io.coxswain.node.fit.Amounts;
import io.coxswain.node.fit.HostPort;
import io.coxswain.node.fit.NodeRules;
import io.coxswain.runtime.client.Owners;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Toleration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What must be known of a pod to place it, or others next to it.
 *
 * @param node its node; empty while it has none
 * @param nominated the node on which pods are being preempted for it; empty for none
 * @param controller the UID of its controlling owner; empty for none
 * @param shape everything that determines where it fits: pods of one shape fit the same nodes
 * @param gang empty if it may run without others
 * @param ending whether it is being deleted
 * @param generation of its spec
 * @param started when it started running; empty before
 */
record PodFacts(
    ObjectKey key,
    String uid,
    String node,
    String nominated,
    String controller,
    String created,
    String started,
    boolean ending,
    long generation,
    Gang gang,
    Shape shape) {

  /** In which order pods are placed: the important first, then the old. */
  static final Comparator<PodFacts> ORDER =
      Comparator.comparingInt((PodFacts p) -> -p.shape.priority)
          .thenComparing(PodFacts::created)
          .thenComparing(p -> p.gang.name())
          .thenComparing(PodFacts::key);

  /** What pods of one template have in common. */
  record Shape(
      Map<String, String> labels,
      Amounts requests,
      int priority,
      boolean preempts,
      List<HostPort> ports,
      NodeRules nodes,
      List<Toleration> tolerations,
      List<PodTerm> near,
      List<PodTerm> apart,
      List<PodTerm.Weighted> liked,
      List<Spread> spreads,
      List<String> claims) {}

  static PodFacts of(Pod pod, PodTerm.Namespaces namespaces) {
    return new PodFacts(
        ObjectKey.of(pod),
        pod.getMetadata().getUid(),
        orEmpty(pod.getSpec().getNodeName()),
        pod.getStatus() == null ? "" : orEmpty(pod.getStatus().getNominatedNodeName()),
        Owners.controllerOf(pod).map(OwnerReference::getUid).orElse(""),
        orEmpty(pod.getMetadata().getCreationTimestamp()),
        pod.getStatus() == null ? "" : orEmpty(pod.getStatus().getStartTime()),
        isEnding(pod),
        generation(pod),
        Gang.of(pod),
        shape(pod, namespaces));
  }

  /**
   * Whether they still hold of the pod that it now is. Most changes are of the status, and each pod
   * has several.
   */
  boolean holdOf(Pod pod) {
    return generation > 0
        && generation == generation(pod)
        && uid.equals(pod.getMetadata().getUid())
        && node.equals(orEmpty(pod.getSpec().getNodeName()))
        && ending == isEnding(pod)
        && pod.getStatus() != null
        && started.equals(orEmpty(pod.getStatus().getStartTime()))
        && nominated.equals(orEmpty(pod.getStatus().getNominatedNodeName()))
        && shape.labels.equals(labels(pod))
        && shape.requests.equals(Amounts.of(pod)); // a resize also changes the status
  }

  private static boolean isEnding(Pod pod) {
    return pod.getMetadata().getDeletionTimestamp() != null;
  }

  private static long generation(Pod pod) {
    Long generation = pod.getMetadata().getGeneration();
    return generation == null ? 0 : generation;
  }

  private static Shape shape(Pod pod, PodTerm.Namespaces namespaces) {
    Map<String, String> labels = labels(pod);
    String namespace = pod.getMetadata().getNamespace();
    List<PodTerm> near = List.of();
    List<PodTerm> apart = List.of();
    var liked = new ArrayList<PodTerm.Weighted>();
    Affinity affinity = pod.getSpec().getAffinity();
    if (affinity != null && affinity.getPodAffinity() != null) {
      var terms = affinity.getPodAffinity();
      near =
          PodTerm.all(
              terms.getRequiredDuringSchedulingIgnoredDuringExecution(),
              namespace,
              labels,
              namespaces);
      liked.addAll(
          PodTerm.weighted(
              terms.getPreferredDuringSchedulingIgnoredDuringExecution(),
              1,
              namespace,
              labels,
              namespaces));
    }
    if (affinity != null && affinity.getPodAntiAffinity() != null) {
      var terms = affinity.getPodAntiAffinity();
      apart =
          PodTerm.all(
              terms.getRequiredDuringSchedulingIgnoredDuringExecution(),
              namespace,
              labels,
              namespaces);
      liked.addAll(
          PodTerm.weighted(
              terms.getPreferredDuringSchedulingIgnoredDuringExecution(),
              -1,
              namespace,
              labels,
              namespaces));
    }
    return new Shape(
        labels,
        Amounts.of(pod),
        pod.getSpec().getPriority() == null ? 0 : pod.getSpec().getPriority(),
        !"Never".equals(pod.getSpec().getPreemptionPolicy()),
        HostPort.of(pod),
        NodeRules.of(pod),
        pod.getSpec().getTolerations(),
        near,
        apart,
        List.copyOf(liked),
        Spread.of(pod),
        claims(pod));
  }

  static Map<String, String> labels(Pod pod) {
    return pod.getMetadata().getLabels() == null
        ? Map.of()
        : new TreeMap<>(pod.getMetadata().getLabels());
  }

  private static List<String> claims(Pod pod) {
    return pod.getSpec().getVolumes().stream()
        .map(
            volume -> {
              if (volume.getPersistentVolumeClaim() != null) {
                return volume.getPersistentVolumeClaim().getClaimName();
              }
              return volume.getEphemeral() == null
                  ? ""
                  : pod.getMetadata().getName() + "-" + volume.getName();
            })
        .filter(name -> !name.isEmpty())
        .toList();
  }

  /** The same pod on a node. */
  PodFacts on(String there) {
    return new PodFacts(
        key, uid, there, nominated, controller, created, started, ending, generation, gang, shape);
  }

  /** The same pod with a node where room is being made for it. */
  PodFacts nominatedFor(String there) {
    return new PodFacts(
        key, uid, node, there, controller, created, started, ending, generation, gang, shape);
  }

  /** The same pod, being deleted. */
  PodFacts ended() {
    return new PodFacts(
        key, uid, node, nominated, controller, created, started, true, generation, gang, shape);
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }
}
