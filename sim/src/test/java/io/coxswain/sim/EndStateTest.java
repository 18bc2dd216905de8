package io.coxswain.sim;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EndStateTest {
  private static final String ONE = "00000000-0000-0000-0000-000000000001";
  private static final String TWO = "00000000-0000-0000-0000-000000000002";
  private static final String GONE = "00000000-0000-0000-0000-00000000000a";
  private static final String ALSO_GONE = "00000000-0000-0000-0000-00000000000b";

  @Test
  void ignoresWhichRandomNamesAndUidsWereDrawn() {
    var one = List.of(pod("j-aaaaa", ONE, "0", "Failed"), pod("j-bbbbb", TWO, "1", "Running"));
    var other = List.of(pod("j-ccccc", TWO, "1", "Running"), pod("j-ddddd", ONE, "0", "Failed"));

    assertThat(EndState.of(one)).isEqualTo(EndState.of(other));
  }

  @Test
  void seesWhichPodHasWhichStatusUnderGeneratedNames() {
    var one = List.of(pod("j-aaaaa", ONE, "0", "Failed"), pod("j-bbbbb", TWO, "1", "Running"));
    var other = List.of(pod("j-aaaaa", ONE, "0", "Running"), pod("j-bbbbb", TWO, "1", "Failed"));

    assertThat(EndState.of(one)).isNotEqualTo(EndState.of(other));
    assertThat(unnumbered(one)).isEqualTo(unnumbered(other));
    assertThat(Oracle.difference(EndState.of(one), EndState.of(other)))
        .startsWith("the same objects, related differently");
  }

  @Test
  void seesWhichOfTwoEqualPodsAnotherObjectRefersTo() {
    var pods = List.of(pod("j-aaaaa", ONE, "0", "Failed"), pod("j-bbbbb", TWO, "0", "Failed"));
    var one = with(pods, slice("j-aaaaa", "j-bbbbb"), claim("j-aaaaa"));
    var renamed = with(pods, slice("j-bbbbb", "j-aaaaa"), claim("j-bbbbb"));
    var other = with(pods, slice("j-aaaaa", "j-bbbbb"), claim("j-bbbbb"));

    assertThat(EndState.of(one)).isEqualTo(EndState.of(renamed));
    assertThat(EndState.of(one)).isNotEqualTo(EndState.of(other));
  }

  @Test
  void seesWhetherTheControllerObservedTheLatestSpec() {
    assertThat(EndState.of(List.of(job(3, 3)))).isEqualTo(EndState.of(List.of(job(4, 4))));
    assertThat(EndState.of(List.of(job(3, 3)))).isNotEqualTo(EndState.of(List.of(job(3, 2))));
    assertThat(EndState.of(List.of(job(3, 3)))).isNotEqualTo(EndState.of(List.of(job(3, 4))));
  }

  @Test
  void seesThatAnObjectReplacedAnotherOfTheSameName() {
    var job = List.of(job(1, 1));

    assertThat(EndState.of(job, Map.of(ONE, 1))).isNotEqualTo(EndState.of(job, Map.of()));
    assertThat(EndState.of(job, Map.of(ONE, 1))).isNotEqualTo(EndState.of(job, Map.of(ONE, 2)));
  }

  @Test
  void seesWhetherTwoObjectsHadTheSameOwnerThatHasBeenDeleted() {
    var shared = List.of(owned("a", GONE), owned("b", GONE));
    var sharedByAnother = List.of(owned("a", ALSO_GONE), owned("b", ALSO_GONE));
    var apart = List.of(owned("a", GONE), owned("b", ALSO_GONE));

    assertThat(EndState.of(shared)).isEqualTo(EndState.of(sharedByAnother));
    assertThat(EndState.of(shared)).isNotEqualTo(EndState.of(apart));
  }

  @Test
  void countsGeneratedObjectsThatAreEqual() {
    var two = List.of(pod("j-aaaaa", ONE, "0", "Failed"), pod("j-bbbbb", TWO, "0", "Failed"));

    assertThat(EndState.of(two)).isNotEqualTo(EndState.of(two.subList(0, 1)));
  }

  @Test
  void doesNotDependOnNamesOrOrderInRandomGraphs() {
    var random = new Random(7);
    for (int round = 0; round < 50; round++) {
      int size = 2 + random.nextInt(6);
      var edges = new ArrayList<int[]>();
      for (int i = 0; i < size; i++) {
        edges.add(new int[] {random.nextInt(size), random.nextInt(size)});
      }
      var order = new ArrayList<Integer>();
      for (int i = 0; i < size; i++) {
        order.add(i);
      }
      List<ObjectNode> one = graph(edges, order);
      Collections.shuffle(order, random);
      List<ObjectNode> other = new ArrayList<>(graph(edges, order));
      Collections.shuffle(other, random);

      assertThat(EndState.of(other)).as("round %d", round).isEqualTo(EndState.of(one));
    }
  }

  @Test
  void listsWhatItLeavesOutWithReasons() {
    assertThat(EndState.leftOut().lines())
        .contains("kind Lease: heartbeats and terms depend on time and restarts")
        .allMatch(line -> line.matches("(kind|field|text|name) .+: .+"));
  }

  private static String unnumbered(List<ObjectNode> objects) {
    return String.join(
        "\n", EndState.of(objects).lines().map(EndState::unnumbered).sorted().toList());
  }

  private static List<ObjectNode> with(List<ObjectNode> objects, ObjectNode... more) {
    var all = new ArrayList<>(objects);
    all.addAll(List.of(more));
    return all;
  }

  /** Each object of the graph refers to two others by name. */
  private static List<ObjectNode> graph(List<int[]> edges, List<Integer> names) {
    var objects = new ArrayList<ObjectNode>();
    for (int i = 0; i < edges.size(); i++) {
      objects.add(
          read(
              "{kind: Thing, metadata: {name: t-x%d, generateName: t-}, to: [t-x%d, t-x%d]}"
                  .formatted(
                      names.get(i), names.get(edges.get(i)[0]), names.get(edges.get(i)[1]))));
    }
    return objects;
  }

  private static ObjectNode pod(String name, String uid, String index, String phase) {
    return read(
        """
        kind: Pod
        metadata: {name: %s, namespace: a, generateName: j-, uid: %s, labels: {index: "%s"}}
        status: {phase: %s}
        """
            .formatted(name, uid, index, phase));
  }

  private static ObjectNode job(int generation, int observed) {
    return read(
        """
        kind: Job
        metadata: {name: j, namespace: a, uid: %s, generation: %d}
        status: {observedGeneration: %d}
        """
            .formatted(ONE, generation, observed));
  }

  private static ObjectNode owned(String name, String owner) {
    return read(
        "{kind: ConfigMap, metadata: {name: %s, ownerReferences: [{name: o, uid: %s}]}}"
            .formatted(name, owner));
  }

  private static ObjectNode slice(String first, String second) {
    return read("{kind: Slice, metadata: {name: s}, pods: [%s, %s]}".formatted(first, second));
  }

  private static ObjectNode claim(String pod) {
    return read("{kind: Claim, metadata: {name: %s-data}}".formatted(pod));
  }

  private static ObjectNode read(String yaml) {
    try {
      return (ObjectNode) Json.yamlMapper().readTree(yaml);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
