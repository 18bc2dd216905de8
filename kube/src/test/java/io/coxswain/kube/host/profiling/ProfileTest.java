package io.coxswain.kube.host.profiling;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.kube.host.profiling.Profile.Kind;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/** What a reader of the format finds in the profiles. */
final class ProfileTest {
  private static final Frame INNER = new Frame("a.B.inner", "B.java", 7);
  private static final Frame OUTER = new Frame("a.B.outer", "B.java", 300);

  /** A reader of protobuf messages: numbers and byte strings by field. */
  private static Map<Integer, List<Object>> fields(byte[] message) {
    var fields = new TreeMap<Integer, List<Object>>();
    var in = new ByteArrayInputStream(message);
    while (in.available() > 0) {
      long tag = varint(in);
      Object value = varint(in);
      if ((tag & 7) == 2) {
        value = readBytes(in, ((Long) value).intValue());
      }
      fields.computeIfAbsent((int) (tag >> 3), _ -> new ArrayList<>()).add(value);
    }
    return fields;
  }

  private static List<Object> values(Map<Integer, List<Object>> fields, int field) {
    return fields.getOrDefault(field, List.of());
  }

  private static byte[] readBytes(ByteArrayInputStream in, int count) {
    byte[] bytes = new byte[count];
    for (int i = 0; i < count; i++) {
      bytes[i] = (byte) in.read();
    }
    return bytes;
  }

  private static long varint(ByteArrayInputStream in) {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      int next = in.read();
      value |= (long) (next & 0x7F) << shift;
      if (next < 0x80) {
        return value;
      }
    }
  }

  /** Each stack as functions with lines, and its values. */
  private static List<String> stacks(Profile profile) throws IOException {
    var bytes =
        new GZIPInputStream(
                new ByteArrayInputStream(
                    profile.toBytes(Instant.ofEpochSecond(1), Duration.ofSeconds(2))))
            .readAllBytes();
    var all = fields(bytes);
    List<String> strings =
        values(all, 6).stream().map(s -> new String((byte[]) s, StandardCharsets.UTF_8)).toList();
    assertThat(strings.getFirst()).isEmpty();
    assertThat(values(all, 9)).containsExactly(1_000_000_000L);
    assertThat(values(all, 10)).containsExactly(2_000_000_000L);
    var functions = new TreeMap<Long, String>();
    for (Object each : values(all, 5)) {
      var function = fields((byte[]) each);
      functions.put(
          (Long) values(function, 1).getFirst(),
          strings.get(((Long) values(function, 2).getFirst()).intValue()));
    }
    var locations = new TreeMap<Long, String>();
    for (Object each : values(all, 4)) {
      var location = fields((byte[]) each);
      var line = fields((byte[]) values(location, 4).getFirst());
      locations.put(
          (Long) values(location, 1).getFirst(),
          functions.get((Long) values(line, 1).getFirst())
              + ":"
              + line.getOrDefault(2, List.of(0L)).getFirst());
    }
    var stacks = new ArrayList<String>();
    for (Object each : values(all, 2)) {
      var sample = fields((byte[]) each);
      stacks.add(
          numbers(values(sample, 1)).stream().map(locations::get).toList()
              + " "
              + numbers(values(sample, 2)));
    }
    return stacks;
  }

  private static List<Long> numbers(List<Object> packed) {
    var in = new ByteArrayInputStream((byte[]) packed.getFirst());
    var numbers = new ArrayList<Long>();
    while (in.available() > 0) {
      numbers.add(varint(in));
    }
    return numbers;
  }

  private static Profile counting() {
    return new Profile(List.of(new Kind("n", "count")), new Kind("n", "count"), 1);
  }

  @Test
  void addsUpEqualStacks() throws IOException {
    Profile profile = counting();
    profile.add(List.of(INNER, OUTER), 1);
    profile.add(List.of(OUTER), 5);
    profile.add(List.of(INNER, OUTER), 299);

    assertThat(stacks(profile))
        .containsExactly("[a.B.inner:7, a.B.outer:300] [300]", "[a.B.outer:300] [5]");
  }

  @Test
  void holdsABoundedNumberOfStacks() throws IOException {
    Profile profile = counting();
    for (int i = 0; i < Profile.MAX_STACKS + 10; i++) {
      profile.add(List.of(new Frame("f" + i, "", 0)), 2);
    }
    profile.add(List.of(new Frame("f0", "", 0)), 2);

    assertThat(stacks(profile))
        .hasSize(Profile.MAX_STACKS + 1)
        .contains("[f0:0] [4]", "[[other]:0] [20]");
  }

  @Test
  void readsTheHeapByClass() throws IOException {
    assertThat(
            stacks(
                ClassHistogram.parse(
                    """
                     num     #instances         #bytes  class name (module)
                    -------------------------------------------------------
                       1:          1200          96000  [B (java.base@25)
                       2:             3             72  io.coxswain.api.ObjectKey
                    Total          1203          96072
                    """)))
        .containsExactly("[[B:0] [1200, 96000]", "[io.coxswain.api.ObjectKey:0] [3, 72]");
    assertThat(stacks(ClassHistogram.take(false))).anyMatch(row -> row.startsWith("[[B:0] "));
  }

  @Test
  void readsTheStacksOfThreads() throws IOException {
    JsonNode dump =
        Json.tree(
            """
            {"threadDump": {"threadContainers": [{"threads": [
              {"name": "a", "stack": ["java.base/java.lang.Object.wait0(Native Method)",
                                      "app//a.B.outer(B.java:300)"]},
              {"name": "b", "virtual": true, "stack": ["a.B.inner(B.java:7)"]},
              {"name": "c", "virtual": true, "stack": ["a.B.inner(B.java:7)"]}
            ]}]}}
            """
                .getBytes(StandardCharsets.UTF_8));

    assertThat(stacks(ThreadStacks.parse(dump)))
        .containsExactly("[java.lang.Object.wait0:0, a.B.outer:300] [1]", "[a.B.inner:7] [2]");
  }
}
