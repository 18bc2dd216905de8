package io.coxswain.kube.gc;

import static io.coxswain.kube.Cluster.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ApiException;
import io.coxswain.evidence.property.Arbitraries;
import io.coxswain.evidence.property.Arbitrary;
import io.coxswain.evidence.property.Combinators;
import io.coxswain.evidence.property.ForAll;
import io.coxswain.evidence.property.Property;
import io.coxswain.evidence.property.Provide;
import io.coxswain.kube.Cluster;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Whoever owns whom, and however some are deleted: what is left is what the rules say. */
class GarbagePropertyTest {
  private static final List<String> WAYS = List.of("Background", "Foreground", "Orphan");

  /** One of the objects is deleted in one of the ways. */
  record Deletion(int object, int way) {}

  /**
   * Objects and what befalls them.
   *
   * @param owners of each object, among those before it
   */
  record Situation(List<Set<Integer>> owners, List<Deletion> deletions) {}

  @Provide
  Arbitrary<Situation> situations() {
    Arbitrary<List<Set<Integer>>> owners =
        Arbitraries.integers()
            .between(0, 20)
            .set()
            .ofMaxSize(2)
            .list()
            .ofMinSize(3)
            .ofMaxSize(10)
            .map(GarbagePropertyTest::amongThoseBefore);
    Arbitrary<Deletion> deletion =
        Combinators.combine(
                Arbitraries.integers().between(0, 9), Arbitraries.integers().between(0, 2))
            .as(Deletion::new);
    return Combinators.combine(owners, deletion.list().ofMinSize(1).ofMaxSize(4))
        .as(Situation::new);
  }

  private static List<Set<Integer>> amongThoseBefore(List<Set<Integer>> numbers) {
    var owners = new ArrayList<Set<Integer>>();
    for (int i = 0; i < numbers.size(); i++) {
      var before = new TreeSet<Integer>();
      for (int number : numbers.get(i)) {
        if (i > 0 && number < 18) {
          before.add(number % i);
        }
      }
      owners.add(before);
    }
    return owners;
  }

  /** The rules, said plainly: who has owners and none of them left, goes. */
  private static SortedMap<Integer, Set<Integer>> expected(Situation situation) {
    var left = new TreeMap<Integer, Set<Integer>>();
    for (int i = 0; i < situation.owners.size(); i++) {
      left.put(i, new TreeSet<>(situation.owners.get(i)));
    }
    for (Deletion deletion : situation.deletions) {
      if (left.remove(deletion.object) == null) {
        continue;
      }
      if (WAYS.get(deletion.way).equals("Orphan")) {
        left.values().forEach(owners -> owners.remove(deletion.object));
      }
      for (int i = 0; i < situation.owners.size(); i++) {
        Set<Integer> owners = left.get(i);
        if (owners != null && !owners.isEmpty()) {
          owners.retainAll(left.keySet());
          if (owners.isEmpty()) {
            left.remove(i);
          }
        }
      }
    }
    return left;
  }

  @Property(tries = 60, seed = "1")
  void keepsObjectsThatHaveAnOwnerOrNeverHadOne(@ForAll("situations") Situation situation) {
    GarbageScenarioTest.simulation(
            "any graph",
            cluster -> {
              var objects = new ArrayList<ConfigMap>();
              for (Set<Integer> owners : situation.owners) {
                objects.add(
                    GarbageScenarioTest.create(
                        cluster,
                        "o" + objects.size(),
                        owners.stream().map(objects::get).toArray(ConfigMap[]::new)));
              }
              GarbageScenarioTest.settle(cluster);
              for (Deletion deletion : situation.deletions) {
                String name = "o" + deletion.object;
                if (GarbageScenarioTest.isThere(cluster, name)) {
                  GarbageScenarioTest.delete(cluster, name, WAYS.get(deletion.way));
                  cluster.world().awaitSilence(Duration.ofSeconds(5));
                }
              }
              assertThat(left(cluster, objects.size())).isEqualTo(expected(situation));
            })
        .run(situation.hashCode());
  }

  private static SortedMap<Integer, Set<Integer>> left(Cluster cluster, int count)
      throws ApiException {
    var left = new TreeMap<Integer, Set<Integer>>();
    for (int i = 0; i < count; i++) {
      int number = i;
      cluster
          .world()
          .objects()
          .find(ConfigMap.class, key("o" + i))
          .ifPresent(
              object -> {
                var owners = new TreeSet<Integer>();
                for (OwnerReference owner : object.getMetadata().getOwnerReferences()) {
                  owners.add(Integer.parseInt(owner.getName().substring(1)));
                }
                left.put(number, owners);
              });
    }
    return left;
  }
}
