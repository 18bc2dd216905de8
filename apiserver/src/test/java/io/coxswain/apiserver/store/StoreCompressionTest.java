package io.coxswain.apiserver.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.Env;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class StoreCompressionTest {
  private static final Origin ORIGIN = new Origin("create", "test", "test");
  private static final int MANY = 300;

  private final Store store = new Store(Env.production().tasks(), StoreLimits.DEFAULT);
  private final ArrayDeque<Runnable> maintenanceTasks = new ArrayDeque<>();

  private Stored put(String name, @Nullable Stored seen, String text) throws RacedException {
    ObjectKey key = ObjectKey.of("ns", name);
    return store.put("things", key, seen, revision -> stored(key, revision, text), ORIGIN);
  }

  private static Stored stored(ObjectKey key, long revision, String text) {
    var tree = Json.MAPPER.createObjectNode();
    tree.putObject("metadata").put("resourceVersion", Long.toString(revision));
    tree.put("text", text.repeat(200));
    return new Stored(
        key,
        "uid",
        revision,
        Collections.emptySortedMap(),
        Collections.emptySortedMap(),
        Json.bytes(tree));
  }

  private void runMaintenance() {
    for (int i = 0; !maintenanceTasks.isEmpty(); i++) {
      assertThat(i).as("it comes to rest").isLessThan(10_000);
      maintenanceTasks.remove().run();
    }
  }

  @Test
  void compressesCurrentAndPastStatesLosslessly() throws Exception {
    store.compressBy((_, task) -> maintenanceTasks.add(task));
    var old = new ArrayList<Stored>();
    for (int i = 0; i < MANY; i++) {
      old.add(put("thing-" + i, null, "old text " + i));
    }
    for (int i = 0; i < MANY; i++) {
      put("thing-" + i, old.get(i), "new text " + i);
    }
    List<byte[]> before = old.stream().map(Stored::json).toList();
    Snapshot past = store.at(old.getLast().revision());

    runMaintenance();

    for (int i = 0; i < MANY; i++) {
      assertThat(old.get(i).json()).isEqualTo(before.get(i));
      assertThat(old.get(i).body().size()).isLessThan(old.get(i).length() / 2);
      Stored now =
          Objects.requireNonNull(store.head().find("things", ObjectKey.of("ns", "thing-" + i)));
      assertThat(now.body().size()).isLessThan(now.length() / 2);
      assertThat(now.tree().path("text").asText()).startsWith("new text " + i + "new");
      assertThat(past.find("things", now.key())).isSameAs(old.get(i));
    }
  }

  @Test
  void replacesACompressedObject() throws Exception {
    var things = new ArrayList<Stored>();
    for (int i = 0; i < MANY; i++) {
      things.add(put("thing-" + i, null, "text " + i));
    }
    store.compressBy((_, task) -> maintenanceTasks.add(task));
    runMaintenance();

    Stored replaced = put("thing-7", things.get(7), "another");

    assertThat(things.get(7).body().size()).isLessThan(things.get(7).length() / 2);
    assertThat(replaced.tree().path("text").asText()).startsWith("another");
    assertThat(store.head().find("things", replaced.key())).isSameAs(replaced);
  }
}
