package io.coxswain.kube.deployment;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** The annotations for revisions and sizes of Deployments and ReplicaSets. */
final class DeploymentRevisions {
  static final String REVISION = "deployment.kubernetes.io/revision";
  static final String HISTORY = "deployment.kubernetes.io/revision-history";
  static final String DESIRED = "deployment.kubernetes.io/desired-replicas";
  static final String MAX_COUNT = "deployment.kubernetes.io/max-replicas";
  static final String ROLLBACK = "deprecated.deployment.rollback.to";

  /** Maximum length of the annotation with past revisions of a set. */
  private static final int MAX_HISTORY_LENGTH = 2000;

  /** Annotations that are never copied between a Deployment and its sets. */
  private static final Set<String> OWN =
      Set.of(
          "kubectl.kubernetes.io/last-applied-configuration",
          REVISION,
          HISTORY,
          DESIRED,
          MAX_COUNT,
          ROLLBACK);

  private DeploymentRevisions() {}

  private static @Nullable String annotation(HasMetadata object, String name) {
    Map<String, String> annotations = object.getMetadata().getAnnotations();
    return annotations == null ? null : annotations.get(name);
  }

  private static Map<String, String> editable(ObjectMeta metadata) {
    if (metadata.getAnnotations() == null) {
      metadata.setAnnotations(new TreeMap<>());
    }
    return metadata.getAnnotations();
  }

  private static OptionalLong parse(@Nullable String text) {
    try {
      return text == null ? OptionalLong.of(0) : OptionalLong.of(Long.parseLong(text));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  /** The revision of a set: 0 without an annotation, empty if it is not a number. */
  static OptionalLong of(ReplicaSet set) {
    return parse(annotation(set, REVISION));
  }

  static long highest(Collection<ReplicaSet> sets) {
    return all(sets).max().orElse(0);
  }

  /** The second highest revision; 0 if there is none. */
  static long secondHighest(Collection<ReplicaSet> sets) {
    long[] sorted = all(sets).sorted().toArray();
    return sorted.length < 2 ? 0 : sorted[sorted.length - 2];
  }

  private static LongStream all(Collection<ReplicaSet> sets) {
    return sets.stream().map(DeploymentRevisions::of).flatMapToLong(OptionalLong::stream);
  }

  /** The revision annotation of the Deployment; null if it is absent. */
  static @Nullable String of(Deployment deployment) {
    return annotation(deployment, REVISION);
  }

  static void set(Deployment deployment, String revision) {
    editable(deployment.getMetadata()).put(REVISION, revision);
  }

  /** The revision requested by the legacy rollback annotation; 0 is the previous one. */
  static OptionalLong rollback(Deployment deployment) {
    String text = annotation(deployment, ROLLBACK);
    return text == null || text.isEmpty() ? OptionalLong.empty() : parse(text);
  }

  /** The desired replicas of the Deployment when the set was last scaled. */
  static OptionalInt desired(ReplicaSet set) {
    return count(annotation(set, DESIRED));
  }

  /** The maximum replicas of the Deployment when the set was last scaled. */
  static OptionalInt most(ReplicaSet set) {
    return count(annotation(set, MAX_COUNT));
  }

  private static OptionalInt count(@Nullable String text) {
    try {
      return text == null || text.startsWith("-") || text.startsWith("+")
          ? OptionalInt.empty()
          : OptionalInt.of(Integer.parseInt(text));
    } catch (NumberFormatException e) {
      return OptionalInt.empty();
    }
  }

  static void noteSizes(ReplicaSet set, Fenceposts bounds) {
    Map<String, String> annotations = editable(set.getMetadata());
    annotations.put(DESIRED, Integer.toString(bounds.replicas()));
    annotations.put(MAX_COUNT, Integer.toString(bounds.most()));
  }

  /**
   * Copies the Deployment's annotations to the new set, and sets the revision unless it has a later
   * one.
   */
  static void noteTemplate(ReplicaSet set, Deployment deployment, long revision) {
    Map<String, String> annotations = editable(set.getMetadata());
    Map<String, String> theirs = deployment.getMetadata().getAnnotations();
    if (theirs != null) {
      theirs.forEach((name, value) -> copy(name, value, annotations));
    }
    String before = annotations.get(REVISION);
    OptionalLong number = before == null || before.isEmpty() ? OptionalLong.of(0) : parse(before);
    if (number.isPresent() && number.getAsLong() < revision) {
      annotations.put(REVISION, Long.toString(revision));
      if (before != null) {
        addToHistory(annotations, before);
      }
    }
  }

  private static void copy(String name, String value, Map<String, String> to) {
    if (!OWN.contains(name)) {
      to.put(name, value);
    }
  }

  /** Drops the oldest revisions if the list gets too long. */
  private static void addToHistory(Map<String, String> annotations, String revision) {
    String present = annotations.getOrDefault(HISTORY, "");
    List<String> revisions = new ArrayList<>();
    if (!present.isEmpty()) {
      revisions.addAll(List.of(present.split(",", -1)));
    }
    revisions.add(revision);
    while (revisions.size() > 1 && String.join(",", revisions).length() > MAX_HISTORY_LENGTH) {
      revisions.removeFirst();
    }
    annotations.put(HISTORY, String.join(",", revisions));
  }

  /** Replaces the Deployment's annotations with those of the set. */
  static void restore(Deployment deployment, ReplicaSet set) {
    Map<String, String> annotations = editable(deployment.getMetadata());
    annotations.keySet().removeIf(name -> !OWN.contains(name));
    Map<String, String> theirs = set.getMetadata().getAnnotations();
    if (theirs != null) {
      theirs.forEach((name, value) -> copy(name, value, annotations));
    }
  }

  static void forgetRollback(Deployment deployment) {
    editable(deployment.getMetadata()).remove(ROLLBACK);
  }
}
