package io.coxswain.apiserver.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.Env;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class StoreTest {
  private static final Origin ORIGIN = new Origin("create", "test", "test");

  private final Store store =
      new Store(Env.production().tasks(), new StoreLimits(10, 1 << 20, 1 << 20));

  private Stored put(String name, @Nullable Stored seen) throws RacedException {
    ObjectKey key = ObjectKey.of("ns", name);
    return store.put("things", key, seen, revision -> stored(key, revision), ORIGIN);
  }

  private static Stored stored(ObjectKey key, long revision) {
    var tree = Json.MAPPER.createObjectNode();
    tree.putObject("metadata").put("resourceVersion", Long.toString(revision));
    return new Stored(
        key,
        "uid",
        revision,
        Collections.emptySortedMap(),
        Collections.emptySortedMap(),
        Json.bytes(tree));
  }

  @Test
  void everyCommitTakesTheNextRevisionAcrossKinds() throws Exception {
    Stored a = put("a", null);
    Stored other =
        store.put("others", ObjectKey.of("x"), null, r -> stored(ObjectKey.of("x"), r), ORIGIN);
    Stored b = put("b", null);

    assertThat(List.of(other.revision(), b.revision()))
        .containsExactly(a.revision() + 1, a.revision() + 2);
    assertThat(store.revision()).isEqualTo(b.revision());
  }

  @Test
  void aSnapshotDoesNotChangeAfterwards() throws Exception {
    put("a", null);
    Snapshot before = store.head();
    put("b", null);

    assertThat(before.collection("things").size()).isEqualTo(1);
    assertThat(store.head().collection("things").size()).isEqualTo(2);
    assertThat(store.at(before.revision())).isEqualTo(before);
  }

  @Test
  void aWriterWithAStaleObjectConflicts() throws Exception {
    Stored first = put("a", null);
    put("a", first);

    assertThatThrownBy(() -> put("a", first)).isInstanceOf(RacedException.class);
    assertThatThrownBy(() -> put("a", null)).isInstanceOf(RacedException.class);
  }

  @Test
  void historyIsBoundedAndCompactedRevisionsAreRejected() throws Exception {
    Stored last = put("a", null);
    long first = last.revision();
    for (int i = 0; i < 20; i++) {
      last = put("a", last);
    }

    assertThatThrownBy(() -> store.at(first)).isInstanceOf(CompactedException.class);
    assertThatThrownBy(() -> store.logAfter("things", first))
        .isInstanceOf(CompactedException.class);
    assertThat(store.at(last.revision() - 10).revision()).isEqualTo(last.revision() - 10);
  }

  @Test
  void compactionKeepsThePresentState() throws Exception {
    Stored a = put("a", null);
    store.compact(a.revision() + 100);

    assertThat(store.at(a.revision()).find("things", a.key())).isEqualTo(a);
    assertThat(store.logAfter("things", a.revision()).next()).isNull();
  }

  @Test
  void listenersReceiveCommitsInOrderWithBothStates() throws Exception {
    var heard = new ArrayList<Commit>();
    store.listen(heard::add);
    Stored a = put("a", null);
    Stored b = put("a", a);
    Stored gone =
        store.remove("things", a.key(), b, r -> stored(a.key(), r), new Origin("delete", "u", "x"));

    assertThat(heard).extracting(Commit::revision).isSorted().hasSize(3);
    assertThat(heard.get(1).before()).isEqualTo(a);
    assertThat(heard.get(1).after()).isEqualTo(b);
    assertThat(heard.get(2).removal()).isTrue();
    assertThat(heard.get(2).after()).isEqualTo(gone);
    assertThat(heard.get(2).origin().verb()).isEqualTo("delete");
  }
}
