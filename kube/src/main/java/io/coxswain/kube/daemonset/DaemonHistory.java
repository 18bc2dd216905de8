package io.coxswain.kube.daemonset;

import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.ObjectKey;
import io.coxswain.kube.common.ControllerRefManager;
import io.coxswain.kube.common.PodTemplates;
import io.coxswain.kube.history.RevisionData;
import io.coxswain.kube.history.RevisionData.Kind;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Deletion;
import io.coxswain.runtime.client.Owners;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.ControllerRevision;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.DaemonSetStatus;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The ControllerRevisions of one DaemonSet. */
final class DaemonHistory {
  private static final int KEPT_BY_DEFAULT = 10;
  private static final Comparator<ControllerRevision> OLDEST_FIRST =
      Comparator.comparingLong(DaemonHistory::number)
          .thenComparing(revision -> revision.getMetadata().getName());

  private final Client client;
  private final DaemonSet set;
  private final List<ControllerRevision> old = new ArrayList<>();
  private String hash = "";

  private DaemonHistory(Client client, DaemonSet set) {
    this.client = client;
    this.set = set;
  }

  /** Finds the revision of the current template, or creates it. */
  static DaemonHistory of(Client client, DaemonSet set, List<Pod> pods) throws ApiException {
    var history = new DaemonHistory(client, set);
    history.construct(pods);
    return history;
  }

  /** The hash label of pods with the current template. */
  String hash() {
    return hash;
  }

  private void construct(List<Pod> pods) throws ApiException {
    LabelSelector selector = LabelSelector.of(set.getSpec().getSelector());
    RevisionData data = RevisionData.of(Kind.DAEMON_SET, set.getSpec().getTemplate());
    var current = new ArrayList<ControllerRevision>();
    for (ControllerRevision revision :
        new ControllerRefManager<>(client, set, selector, ControllerRevision.class).claim()) {
      ControllerRevision labelled = labelled(revision);
      (RevisionData.of(Kind.DAEMON_SET, labelled).equals(data) ? current : old).add(labelled);
    }
    long next = old.stream().mapToLong(DaemonHistory::number).max().orElse(0) + 1;
    ControllerRevision chosen = current.isEmpty() ? create(data, next) : onlyOne(current, pods);
    hash = hash(chosen);
    if (number(chosen) < next) {
      client.patch(chosen, r -> r.setRevision(next));
    }
  }

  /** Adds the hash label, which revisions of very old managers lack. */
  private ControllerRevision labelled(ControllerRevision revision) throws ApiException {
    return hash(revision).isEmpty()
        ? client.patch(
            revision,
            r -> {
              Map<String, String> labels = new TreeMap<>();
              if (r.getMetadata().getLabels() != null) {
                labels.putAll(r.getMetadata().getLabels());
              }
              labels.put(DaemonPodFactory.HASH, r.getMetadata().getName());
              r.getMetadata().setLabels(labels);
            })
        : revision;
  }

  /**
   * Keeps the newest of several revisions with the same template, and relabels pods accordingly.
   */
  private ControllerRevision onlyOne(List<ControllerRevision> same, List<Pod> pods)
      throws ApiException {
    ControllerRevision kept = same.stream().max(OLDEST_FIRST).orElseThrow();
    if (same.size() > 1) {
      for (Pod pod : pods) {
        if (!DaemonPodFactory.hash(pod).equals(hash(kept))) {
          client.patchUnlocked(
              pod, p -> p.getMetadata().getLabels().put(DaemonPodFactory.HASH, hash(kept)));
        }
      }
      for (ControllerRevision revision : same) {
        if (!revision.getMetadata().getName().equals(kept.getMetadata().getName())) {
          client.delete(revision, Deletion.byDefault());
        }
      }
    }
    return kept;
  }

  private ControllerRevision create(RevisionData data, long number) throws ApiException {
    ControllerRevision wanted = build(data, number);
    try {
      return client.create(wanted);
    } catch (ApiException.AlreadyExists e) {
      Optional<ControllerRevision> there =
          client.live().get(ControllerRevision.class, ObjectKey.of(wanted));
      if (there.isPresent() && RevisionData.of(Kind.DAEMON_SET, there.get()).equals(data)) {
        return there.get();
      }
      if (there.isPresent()) {
        countCollision();
      }
      throw e;
    }
  }

  /** Increments the collision count, so that the next reconcile uses another name. */
  private void countCollision() throws ApiException {
    Optional<DaemonSet> live = client.live().get(DaemonSet.class, ObjectKey.of(set));
    if (live.isPresent() && Objects.equals(collisions(live.get()), collisions(set))) {
      client.patchStatus(
          live.get(),
          s -> {
            DaemonSetStatus status =
                s.getStatus() == null ? new DaemonSetStatus() : Json.copy(s.getStatus());
            Integer before = collisions(s);
            status.setCollisionCount(before == null ? 1 : before + 1);
            s.setStatus(status);
          });
    }
  }

  private static @Nullable Integer collisions(DaemonSet set) {
    return set.getStatus() == null ? null : set.getStatus().getCollisionCount();
  }

  private ControllerRevision build(RevisionData data, long number) {
    var template = set.getSpec().getTemplate();
    String name = PodTemplates.hash(template, collisions(set));
    Map<String, String> labels = PodTemplates.labels(template);
    labels.put(DaemonPodFactory.HASH, name);
    var revision = new ControllerRevision();
    revision.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(set.getMetadata().getNamespace())
            .withName(set.getMetadata().getName() + "-" + name)
            .withLabels(labels)
            .withAnnotations(set.getMetadata().getAnnotations())
            .withOwnerReferences(Owners.controlledBy(set))
            .build());
    revision.setData(data.raw());
    revision.setRevision(number);
    return revision;
  }

  /** Deletes the oldest revisions without pods beyond the history limit. */
  void truncate(List<Pod> pods) throws ApiException {
    Integer limit = set.getSpec().getRevisionHistoryLimit();
    int excess = old.size() - (limit == null ? KEPT_BY_DEFAULT : limit);
    Set<String> live = new TreeSet<>();
    pods.forEach(pod -> live.add(DaemonPodFactory.hash(pod)));
    old.sort(OLDEST_FIRST);
    for (ControllerRevision revision : old) {
      if (excess > 0 && !live.contains(hash(revision))) {
        client.delete(revision, Deletion.byDefault());
        excess--;
      }
    }
  }

  private static String hash(ControllerRevision revision) {
    Map<String, String> labels = revision.getMetadata().getLabels();
    return labels == null ? "" : labels.getOrDefault(DaemonPodFactory.HASH, "");
  }

  private static long number(ControllerRevision revision) {
    return revision.getRevision() == null ? 0 : revision.getRevision();
  }
}
