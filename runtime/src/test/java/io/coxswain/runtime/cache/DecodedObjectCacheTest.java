package io.coxswain.runtime.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.compression.Body;
import io.coxswain.env.Timers;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DecodedObjectCacheTest {
  private final ArrayDeque<Runnable> maintenanceTasks = new ArrayDeque<>();
  private final DecodedObjectCache recent = new DecodedObjectCache(2, false, this::later);

  private Timers.Timer later(Duration delay, Runnable task) {
    maintenanceTasks.add(task);
    return () -> maintenanceTasks.remove(task);
  }

  private Entry entry(String name) {
    byte[] json =
        ("{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"" + name + "\"}}")
            .getBytes(StandardCharsets.UTF_8);
    var entry =
        new Entry(ObjectKey.of("ns", name), "uid", 1, false, Map.of(), null, Body.plain(json));
    entry.shareIn(recent);
    return entry;
  }

  private static ConfigMap read(Entry entry) {
    return entry.decode(ConfigMap.class).orElseThrow();
  }

  private void look() {
    maintenanceTasks.remove().run();
  }

  @Test
  void sharesAnObjectUntilItIsEvictedByOthers() {
    Entry a = entry("a");
    ConfigMap first = read(a);
    read(entry("b"));
    assertThat(read(a)).isSameAs(first);
    read(entry("c"));
    assertThat(read(a)).isNotSameAs(first);
  }

  @Test
  void expiresAnObjectAfterTwoSweepsAndKeepsANewerOne() {
    Entry a = entry("a");
    ConfigMap first = read(a);
    look();
    assertThat(read(a)).as("seen once").isSameAs(first);
    Entry b = entry("b");
    ConfigMap second = read(b);
    look();
    assertThat(read(b)).isSameAs(second);
    assertThat(read(a)).as("seen twice").isNotSameAs(first);
  }

  @Test
  void stopsExpiryTimerWhenEmptyAndRestartsItOnNextRead() {
    Entry a = entry("a");
    read(a);
    look();
    look();
    assertThat(maintenanceTasks).isEmpty();
    ConfigMap again = read(a);
    assertThat(maintenanceTasks).hasSize(1);
    assertThat(read(a)).isSameAs(again);
  }
}
