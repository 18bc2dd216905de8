package io.coxswain.sim;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One thing that {@link EndState} does not compare, with the reason. This is the complete list:
 * everything else must be equal in two runs that did the same work.
 *
 * @param names the names of kinds or fields
 * @param reason why two correct runs may differ in it
 */
record LeftOut(What what, Set<String> names, String reason) {

  /** The parts of a state that can be left out. */
  enum What {
    KIND("kind"),
    FIELD("field"),
    TEXT("text"),
    NAME("name");

    private final String word;

    What(String word) {
      this.word = word;
    }
  }

  private static final List<LeftOut> ALL =
      List.of(
          new LeftOut(
              What.KIND,
              Set.of("Event"),
              "a retried step records its event again; drop-in comparisons compare events"),
          new LeftOut(
              What.KIND, Set.of("Lease"), "heartbeats and terms depend on time and restarts"),
          new LeftOut(
              What.KIND,
              Set.of("CustomResourceDefinition"),
              "large, and created by the script, not by controllers"),
          new LeftOut(
              What.FIELD,
              Set.of("resourceVersion", "generation", "managedFields"),
              "count writes, which a retry may repeat; observedGeneration is compared with"
                  + " generation instead"),
          new LeftOut(
              What.FIELD,
              Set.of("nodeName", "topology.kubernetes.io/zone", "topology.kubernetes.io/region"),
              "the scheduler may place a pod that was created later on another node"),
          new LeftOut(
              What.FIELD,
              Set.of(
                  "clusterIP",
                  "clusterIPs",
                  "nodePort",
                  "podIP",
                  "podIPs",
                  "hostIP",
                  "hostIPs",
                  "containerID"),
              "allocated at random or in the order of requests"),
          new LeftOut(
              What.FIELD,
              Set.of("endpoints.kubernetes.io/last-change-trigger-time"),
              "a time that is absent if a restart hides what triggered the change"),
          new LeftOut(What.TEXT, Set.of("times"), "faults take time; shown as <time>"),
          new LeftOut(
              What.TEXT,
              Set.of("resourceVersion in embedded YAML"),
              "counts writes; shown as <revision>"),
          new LeftOut(
              What.NAME,
              Set.of("generated names and UIDs"),
              "random; renamed to numbers that follow from content and relations"));

  private static final Set<String> KINDS = namesOf(What.KIND);
  private static final Set<String> FIELDS = namesOf(What.FIELD);

  static boolean kind(String kind) {
    return KINDS.contains(kind);
  }

  static boolean field(String field) {
    return FIELDS.contains(field);
  }

  /** One line for each. */
  static String text() {
    return ALL.stream().map(LeftOut::toString).collect(Collectors.joining("\n"));
  }

  /** The reason for which a kind or field is left out. */
  static Optional<String> reason(String name) {
    return ALL.stream().filter(one -> one.names.contains(name)).map(LeftOut::reason).findFirst();
  }

  private static Set<String> namesOf(What what) {
    return ALL.stream()
        .filter(one -> one.what == what)
        .flatMap(one -> one.names.stream())
        .collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public String toString() {
    String all = Stream.of(names.toArray(new String[0])).sorted().collect(Collectors.joining(", "));
    return what.word + " " + all + ": " + reason;
  }
}
