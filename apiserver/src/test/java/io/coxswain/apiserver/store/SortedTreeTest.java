package io.coxswain.apiserver.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class SortedTreeTest {

  @Test
  void behavesLikeASortedMapUnderRandomChanges() {
    var random = new Random(7);
    var model = new TreeMap<Integer, Integer>();
    SortedTree<Integer, Integer> tree = SortedTree.empty();
    for (int step = 0; step < 5000; step++) {
      int key = random.nextInt(300);
      if (random.nextInt(3) == 0) {
        model.remove(key);
        tree = tree.without(key);
      } else {
        model.put(key, step);
        tree = tree.with(key, step);
      }
      assertThat(tree.size()).isEqualTo(model.size());
    }

    assertThat(tree.values()).containsExactlyElementsOf(model.values());
    for (int key = 0; key < 300; key++) {
      assertThat(tree.get(key)).isEqualTo(model.get(key));
      assertThat(tree.valuesFrom(key)).containsExactlyElementsOf(model.tailMap(key).values());
    }
  }

  @Test
  void anOldVersionIsImmutable() {
    SortedTree<String, String> old = SortedTree.<String, String>empty().with("a", "1");
    SortedTree<String, String> changed = old.with("a", "2").with("b", "3").without("a");

    assertThat(old.values()).containsExactly("1");
    assertThat(changed.values()).containsExactly("3");
  }

  @Test
  void staysShallowWhenFilledInOrder() {
    SortedTree<Integer, Integer> tree = SortedTree.empty();
    for (int i = 0; i < 100_000; i++) {
      tree = tree.with(i, i);
    }

    var seen = new ArrayList<Integer>();
    tree.valuesFrom(99_990).forEach(seen::add);
    assertThat(seen).hasSize(10).isSorted();
  }
}
