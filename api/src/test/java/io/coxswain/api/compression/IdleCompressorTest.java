package io.coxswain.api.compression;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.evidence.property.ForAll;
import io.coxswain.evidence.property.IntRange;
import io.coxswain.evidence.property.Property;
import io.coxswain.evidence.property.Size;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class IdleCompressorTest {
  private Box box = new Box();
  private Clockwork clockwork = new Clockwork();
  private IdleCompressor<Thing> compressor = new IdleCompressor<>(box, clockwork);

  /** Something with a name, and bytes that may be compressed. */
  private static final class Thing {
    final String name;
    final byte[] bytes;
    Body body;

    Thing(String name, byte[] bytes) {
      this.name = name;
      this.bytes = bytes;
      this.body = Body.plain(bytes);
    }

    boolean isCompressed() {
      return body.size() < bytes.length;
    }
  }

  private static final class Box implements CompressibleObjects<Thing> {
    final TreeMap<String, Thing> things = new TreeMap<>();
    final List<Integer> steps = new ArrayList<>();
    Runnable beforeCompression = () -> {};

    @Override
    public List<Thing> after(@Nullable Thing last, int most) {
      steps.add(0);
      Map<String, Thing> rest = last == null ? things : things.tailMap(last.name, false);
      return rest.values().stream().limit(most).toList();
    }

    @Override
    public Body body(Thing thing) {
      return thing.body;
    }

    @Override
    public void compress(Thing thing, Body compressed) {
      beforeCompression.run();
      thing.body = compressed;
      steps.set(steps.size() - 1, steps.getLast() + 1);
    }
  }

  /** Runs what was asked for later, one after the other, and counts the time. */
  private static final class Clockwork implements IdleCompressor.Later {
    private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
    Duration passed = Duration.ZERO;

    @Override
    public void after(Duration delay, Runnable action) {
      passed = passed.plus(delay);
      waiting.add(action);
    }

    boolean isIdle() {
      return waiting.isEmpty();
    }

    void runUntilIdle() {
      for (int i = 0; !waiting.isEmpty(); i++) {
        assertThat(i).isLessThan(100_000);
        waiting.remove().run();
      }
    }

    void runOnce() {
      waiting.remove().run();
    }
  }

  private void put(String name, byte[] bytes) {
    box.things.put(name, new Thing(name, bytes));
    if (bytes.length >= IdleCompressor.MIN_OBJECT_SIZE) {
      compressor.schedule();
    }
  }

  private Thing thing(String name) {
    return Objects.requireNonNull(box.things.get(name));
  }

  private static byte[] pod(int number) {
    var json = new StringBuilder("{\"kind\":\"Pod\",\"metadata\":{\"name\":\"p-" + number + "\"}");
    for (int i = 0; i < 60; i++) {
      json.append(",\"field-").append(i * 7919 % 1000).append("\":\"value of ").append(i);
      json.append("\"");
    }
    return json.append(",\"number\":").append(number).append('}').toString().getBytes(UTF_8);
  }

  private static final java.nio.charset.Charset UTF_8 = StandardCharsets.UTF_8;

  @Test
  void compressesManySimilarObjectsLosslessly() {
    for (int i = 0; i < 1_000; i++) {
      put("p-" + i, pod(i));
    }

    clockwork.runUntilIdle();

    long kept = box.things.values().stream().mapToLong(thing -> thing.body.size()).sum();
    long plain = box.things.values().stream().mapToLong(thing -> thing.bytes.length).sum();
    assertThat(kept).isLessThan(plain / 10);
    box.things.values().forEach(IdleCompressorTest::assertUnchanged);
  }

  private static void assertUnchanged(Thing thing) {
    assertThat(thing.body.bytes()).isEqualTo(thing.bytes);
    assertThat(thing.body.length()).isEqualTo(thing.bytes.length);
  }

  @Property(tries = 20)
  void decompressesToTheSameBytes(
      @ForAll @IntRange(min = 0, max = Integer.MAX_VALUE) int seed,
      @ForAll @Size(max = 4) List<@IntRange(max = 60_000) Integer> lengths) {
    box = new Box();
    clockwork = new Clockwork();
    compressor = new IdleCompressor<>(box, clockwork);
    var random = new Random(seed);
    var likes = new byte[4096];
    random.nextBytes(likes);
    for (int i = 0; i < 150; i++) {
      byte[] bytes = new byte[random.nextInt(600, 4096)];
      System.arraycopy(likes, 0, bytes, 0, bytes.length);
      for (int change = random.nextInt(40); change > 0; change--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      put("like-" + i, bytes);
    }
    for (int i = 0; i < lengths.size(); i++) {
      byte[] bytes = new byte[lengths.get(i)];
      random.nextBytes(bytes);
      put("unlike-" + i, bytes);
    }

    clockwork.runUntilIdle();

    box.things.values().forEach(IdleCompressorTest::assertUnchanged);
    assertThat(box.things.values()).anyMatch(Thing::isCompressed);
    assertThat(box.things.values())
        .allMatch(thing -> !thing.name.startsWith("unlike") || !thing.isCompressed());
  }

  @Test
  void doesNotCompressNewOrChangingObjects() {
    for (int i = 0; i < 100; i++) {
      put("p-" + i, pod(i));
    }

    for (int round = 0; round < 20; round++) {
      put("p-7", pod(1_000 + round));
      clockwork.runOnce();
    }
    boolean compressedWhileChanging = thing("p-7").isCompressed();
    clockwork.runUntilIdle();

    assertThat(compressedWhileChanging).isFalse();
    assertThat(thing("p-8").isCompressed()).isTrue();
    assertThat(thing("p-7").isCompressed()).isTrue();
    assertThat(thing("p-7").body.bytes()).isEqualTo(pod(1_019));
  }

  @Test
  void keepsAChangeDuringCompression() {
    for (int i = 0; i < 100; i++) {
      put("p-" + i, pod(i));
    }
    box.beforeCompression = () -> put("p-50", pod(4711));

    clockwork.runOnce(); // sees them
    clockwork.runOnce(); // the end of the round
    clockwork.runOnce(); // compresses them

    assertThat(thing("p-49").isCompressed()).isTrue();
    assertThat(thing("p-50").body.bytes()).isEqualTo(pod(4711));
  }

  @Test
  void boundsTheWorkOfAStep() {
    for (int i = 0; i < 5_000; i++) {
      put("p-%04d".formatted(i), pod(i));
    }

    clockwork.runUntilIdle();

    assertThat(box.steps).allMatch(compressed -> compressed <= IdleCompressor.MAX_COMPRESSED);
    assertThat(box.steps.stream().mapToInt(Integer::intValue).sum()).isEqualTo(5_000);
    assertThat(clockwork.passed).isLessThan(Duration.ofSeconds(60));
  }

  @Test
  void isIdleWhenAllIsCompressedAndResumesOnNewObjects() {
    assertThat(clockwork.isIdle()).isTrue();
    for (int i = 0; i < 100; i++) {
      put("p-" + i, pod(i));
    }
    clockwork.runUntilIdle();

    put("small", "{}".getBytes(UTF_8));
    assertThat(clockwork.isIdle()).isTrue();
    put("p-100", pod(100));
    assertThat(clockwork.isIdle()).isFalse();
    clockwork.runUntilIdle();

    assertThat(thing("p-100").isCompressed()).isTrue();
    assertThat(thing("small").isCompressed()).isFalse();
  }

  @Test
  void buildsNoDictionaryForFewObjects() {
    for (int i = 0; i < 10; i++) {
      put("p-" + i, pod(i));
    }

    clockwork.runUntilIdle();

    assertThat(box.things.values()).noneMatch(Thing::isCompressed);
  }

  @Test
  void buildsNoDictionaryForOneLargeObject() {
    put("large", "0123456789abcdef".repeat(4_096).getBytes(UTF_8));

    clockwork.runUntilIdle();

    assertThat(thing("large").body.size()).isLessThan(1_000);
    assertUnchanged(thing("large"));
  }

  @Test
  void trainsAgainWhenObjectsNoLongerResembleTheDictionary() {
    for (int i = 0; i < 200; i++) {
      put("a-" + i, pod(i));
    }
    clockwork.runUntilIdle();
    var random = new Random(1);
    byte[] other = new byte[3_000];
    random.nextBytes(other);
    for (int i = 0; i < 1_000; i++) {
      byte[] bytes = other.clone();
      bytes[i] ^= 1;
      put("b-" + i, bytes);
    }
    clockwork.runUntilIdle();
    for (int i = 0; i < 1_000; i++) {
      byte[] bytes = other.clone();
      bytes[i] ^= 2;
      put("b-" + i, bytes);
    }
    clockwork.runUntilIdle();

    assertThat(box.things.values()).allMatch(Thing::isCompressed);
    box.things.values().forEach(IdleCompressorTest::assertUnchanged);
  }

  @Test
  void trainsAgainWhenObjectsNeverResembledTheDictionary() {
    var random = new Random(1);
    for (int i = 0; i < 100; i++) {
      byte[] bytes = new byte[3_000];
      random.nextBytes(bytes);
      put("a-" + i, bytes);
    }
    clockwork.runUntilIdle();
    byte[] other = new byte[3_000];
    random.nextBytes(other);
    for (int i = 0; i < 1_000; i++) {
      byte[] bytes = other.clone();
      bytes[i] ^= 1;
      put("b-" + i, bytes);
    }

    clockwork.runUntilIdle();

    assertThat(box.things.tailMap("b").values()).hasSize(1_000).allMatch(Thing::isCompressed);
  }

  @Test
  void terminatesForUnrelatedObjects() {
    var random = new Random(1);
    for (int i = 0; i < 2_000; i++) {
      byte[] bytes = new byte[3_000];
      random.nextBytes(bytes);
      put("a-" + i, bytes);
    }

    clockwork.runUntilIdle();

    // But those that a dictionary was made of, of which there are few.
    assertThat(box.things.values().stream().filter(Thing::isCompressed).count()).isLessThan(40);
    assertThat(box.steps).hasSizeLessThan(200);
  }

  @Test
  void stopsOnRequest() {
    for (int i = 0; i < 100; i++) {
      put("p-" + i, pod(i));
    }

    compressor.stop();
    clockwork.runUntilIdle();

    assertThat(box.things.values()).noneMatch(Thing::isCompressed);
  }

  @Test
  void readersSeeTheSameBytesDuringCompression() throws InterruptedException {
    for (int i = 0; i < 400; i++) {
      put("p-" + i, pod(i));
    }
    List<Thing> all = List.copyOf(box.things.values());
    var wrong = new java.util.concurrent.ConcurrentLinkedQueue<String>();
    var readers = new ArrayList<Thread>();
    for (int reader = 0; reader < 4; reader++) {
      int from = reader * 100;
      readers.add(
          Thread.ofVirtual()
              .start(
                  () -> {
                    for (int i = 0; i < 4_000; i++) {
                      Thing thing = all.get((from + i) % all.size());
                      if (!java.util.Arrays.equals(thing.body.bytes(), thing.bytes)) {
                        wrong.add(thing.name);
                      }
                    }
                  }));
    }

    clockwork.runUntilIdle();
    for (Thread reader : readers) {
      reader.join();
    }

    assertThat(wrong).isEmpty();
    assertThat(all).allMatch(Thing::isCompressed);
  }
}
