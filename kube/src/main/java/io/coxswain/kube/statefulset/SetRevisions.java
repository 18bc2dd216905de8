package io.coxswain.kube.statefulset;

import io.coxswain.api.ApiException;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.Timestamps;
import io.coxswain.kube.common.PodTemplates;
import io.coxswain.kube.history.RevisionData;
import io.coxswain.kube.history.RevisionData.Kind;
import io.coxswain.kube.history.RevisionHash;
import io.coxswain.kube.statefulset.StatefulSetRevisions.Revision;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Deletion;
import io.coxswain.runtime.client.Owners;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.ControllerRevision;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The ControllerRevisions of one StatefulSet. */
final class SetRevisions {
  private static final String HASH = "controller.kubernetes.io/hash";
  private static final int KEPT_BY_DEFAULT = 10;

  private final Client client;
  private final StatefulSet set;
  private final List<ControllerRevision> all;
  private int collisions;

  private SetRevisions(Client client, StatefulSet set, List<ControllerRevision> all) {
    this.client = client;
    this.set = set;
    this.all = all;
    var status = set.getStatus();
    this.collisions =
        status == null || status.getCollisionCount() == null ? 0 : status.getCollisionCount();
  }

  /** The revisions of the set, including adopted matching ones without a controller. */
  static SetRevisions claim(Client client, StatefulSet set) throws ApiException {
    LabelSelector selector = LabelSelector.of(set.getSpec().getSelector());
    var all = new ArrayList<ControllerRevision>();
    boolean mayAdopt = false;
    for (ControllerRevision revision :
        client
            .list(ControllerRevision.class)
            .in(set.getMetadata().getNamespace())
            .labels(selector)
            .toList()) {
      if (Owners.isControlledBy(revision, set)) {
        all.add(revision);
      } else if (Owners.controllerOf(revision).isEmpty() && !isDeleting(set)) {
        mayAdopt = mayAdopt || isStillThere(client, set);
        if (mayAdopt) {
          all.add(client.patch(revision, r -> Owners.add(r, Owners.controlledBy(set))));
        }
      }
    }
    all.sort(
        Comparator.comparingLong(SetRevisions::number)
            .thenComparing(SetRevisions::created)
            .thenComparing(SetRevisions::name));
    return new SetRevisions(client, set, all);
  }

  private static boolean isDeleting(StatefulSet set) {
    return set.getMetadata().getDeletionTimestamp() != null;
  }

  /** Reads the set from the server: a deleted set must not adopt revisions of its successor. */
  private static boolean isStillThere(Client client, StatefulSet set) throws ApiException {
    return client
        .live()
        .get(StatefulSet.class, ObjectKey.of(set))
        .filter(s -> s.getMetadata().getUid().equals(set.getMetadata().getUid()))
        .filter(s -> !isDeleting(s))
        .isPresent();
  }

  /** The collision count. */
  int collisions() {
    return collisions;
  }

  /** Finds or creates the revision of the current template, and finds the previous one. */
  StatefulSetRevisions current() throws ApiException {
    Optional<ControllerRevision> current =
        all.stream().filter(r -> name(r).equals(currentName())).findFirst();
    if (isDeleting(set)) {
      return lastKnown(current);
    }
    Revision update = named(update());
    return new StatefulSetRevisions(current.map(SetRevisions::named).orElse(update), update);
  }

  private String currentName() {
    var status = set.getStatus();
    return status == null || status.getCurrentRevision() == null ? "" : status.getCurrentRevision();
  }

  /** A set that is being deleted creates no revisions. */
  private StatefulSetRevisions lastKnown(Optional<ControllerRevision> current) {
    var status = set.getStatus();
    String update = status == null ? null : status.getUpdateRevision();
    var last = new Revision(update == null ? "" : update, set.getSpec().getTemplate());
    return new StatefulSetRevisions(
        current
            .map(SetRevisions::named)
            .orElseGet(() -> new Revision(currentName(), set.getSpec().getTemplate())),
        last);
  }

  private ControllerRevision update() throws ApiException {
    RevisionData data = RevisionData.of(Kind.STATEFUL_SET, set.getSpec().getTemplate());
    if (all.isEmpty()) {
      return create(data, 1);
    }
    ControllerRevision newest = all.getLast();
    long next = number(newest) + 1;
    Optional<ControllerRevision> equal =
        all.reversed().stream().filter(r -> data(r).equals(data)).findFirst();
    if (data(newest).equals(data)) {
      return newest;
    }
    if (equal.isPresent()) {
      return client.patch(equal.get(), r -> r.setRevision(next));
    }
    if (data(newest).defaulted().equals(data.defaulted())) {
      return newest;
    }
    return create(data, next);
  }

  /** A name collision leads to another name. */
  private ControllerRevision create(RevisionData data, long number) throws ApiException {
    String label = RevisionHash.of(data, collisions);
    while (true) {
      ControllerRevision wanted = build(data, number, label);
      try {
        return client.create(wanted);
      } catch (ApiException.AlreadyExists e) {
        Optional<ControllerRevision> there =
            client.live().get(ControllerRevision.class, ObjectKey.of(wanted));
        if (there.isEmpty()) {
          throw e;
        }
        if (data(there.get()).equals(data)) {
          return there.get();
        }
        collisions++;
      }
    }
  }

  private ControllerRevision build(RevisionData data, long number, String label) {
    var labels = PodTemplates.labels(set.getSpec().getTemplate());
    labels.put(HASH, label);
    String hash = RevisionHash.of(data, collisions);
    var revision = new ControllerRevision();
    revision.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(set.getMetadata().getNamespace())
            .withName(RevisionHash.name(set.getMetadata().getName(), hash))
            .withLabels(labels)
            .withAnnotations(set.getMetadata().getAnnotations())
            .withOwnerReferences(Owners.controlledBy(set))
            .build());
    revision.setData(data.raw());
    revision.setRevision(number);
    return revision;
  }

  /** Deletes the oldest revisions that neither the set nor a pod uses, beyond the history limit. */
  void truncate(StatefulSetRevisions used, List<Pod> pods) throws ApiException {
    Set<String> live = new TreeSet<>();
    live.add(used.current().name());
    live.add(used.update().name());
    pods.forEach(pod -> live.add(StatefulPodFactory.revision(pod)));
    List<ControllerRevision> unused = all.stream().filter(r -> !live.contains(name(r))).toList();
    Integer limit = set.getSpec().getRevisionHistoryLimit();
    int kept = limit == null ? KEPT_BY_DEFAULT : limit;
    if (kept < 0) {
      return;
    }
    for (ControllerRevision revision : unused.subList(0, Math.max(0, unused.size() - kept))) {
      client.delete(revision, Deletion.byDefault());
    }
  }

  private static Revision named(ControllerRevision revision) {
    return new Revision(name(revision), data(revision).template());
  }

  private static RevisionData data(ControllerRevision revision) {
    return RevisionData.of(Kind.STATEFUL_SET, revision);
  }

  private static long number(ControllerRevision revision) {
    return revision.getRevision() == null ? 0 : revision.getRevision();
  }

  private static Instant created(ControllerRevision revision) {
    return Timestamps.parse(revision.getMetadata().getCreationTimestamp()).orElse(Instant.EPOCH);
  }

  private static String name(ControllerRevision revision) {
    return revision.getMetadata().getName();
  }
}
