package io.coxswain.kube.host.profiling;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/**
 * A profile: stacks with values, of which equal ones are added up. {@link #toBytes} encodes it as
 * {@code perftools.profiles.Profile}, compressed, as {@code go tool pprof} reads it. Holds at most
 * {@link #MAX_STACKS} different stacks; the values of others are added to a stack of one frame
 * named {@code [other]}. Not thread-safe.
 */
public final class Profile {
  /** The maximum number of different stacks. */
  static final int MAX_STACKS = 50_000;

  private static final List<Frame> OTHER = List.of(new Frame("[other]", "", 0));

  private final List<Kind> kinds;
  private final Kind periodKind;
  private final long period;
  private final Map<List<Frame>, long[]> stacks = new LinkedHashMap<>();

  /** A kind of value and its unit. */
  public record Kind(String name, String unit) {}

  /**
   * @param kinds of the values of each stack
   */
  public Profile(List<Kind> kinds, Kind periodKind, long period) {
    this.kinds = List.copyOf(kinds);
    this.periodKind = periodKind;
    this.period = period;
  }

  /**
   * Adds values to a stack.
   *
   * @param stack the innermost frame first
   */
  public void add(List<Frame> stack, long... values) {
    if (values.length != kinds.size()) {
      throw new IllegalArgumentException(values.length + " values for " + kinds.size() + " kinds");
    }
    List<Frame> key = stacks.size() < MAX_STACKS || stacks.containsKey(stack) ? stack : OTHER;
    long[] sums = stacks.computeIfAbsent(key, _ -> new long[kinds.size()]);
    for (int i = 0; i < sums.length; i++) {
      sums[i] += values[i];
    }
  }

  /** The encoded profile. */
  public byte[] toBytes(Instant start, Duration duration) {
    var out = new ByteArrayOutputStream();
    try (var zipped = new GZIPOutputStream(out)) {
      zipped.write(encode(start, duration));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  private byte[] encode(Instant start, Duration duration) {
    var strings = new Table<String>();
    strings.number("");
    var functions = new Table<Frame>();
    var locations = new Table<Frame>();
    var profile = new Protobuf();
    for (Kind kind : kinds) {
      profile.message(1, kind(kind, strings));
    }
    stacks.forEach(
        (stack, values) -> {
          long[] ids = stack.stream().mapToLong(frame -> locations.number(frame) + 1L).toArray();
          profile.message(2, new Protobuf().packed(1, ids).packed(2, values));
        });
    locations.forEach(
        (frame, id) -> {
          long function = functions.number(new Frame(frame.function(), frame.file(), 0)) + 1L;
          var line = new Protobuf().number(1, function).number(2, frame.line());
          profile.message(4, new Protobuf().number(1, id + 1L).message(4, line));
        });
    functions.forEach(
        (function, id) -> {
          long name = strings.number(function.function());
          profile.message(
              5,
              new Protobuf()
                  .number(1, id + 1L)
                  .number(2, name)
                  .number(3, name)
                  .number(4, strings.number(function.file())));
        });
    Protobuf periodType = kind(periodKind, strings);
    strings.forEach((text, _) -> profile.text(6, text));
    profile
        .number(9, start.getEpochSecond() * 1_000_000_000L + start.getNano())
        .number(10, duration.toNanos())
        .message(11, periodType)
        .number(12, period);
    return profile.toBytes();
  }

  private static Protobuf kind(Kind kind, Table<String> strings) {
    return new Protobuf()
        .number(1, strings.number(kind.name()))
        .number(2, strings.number(kind.unit()));
  }

  /** Numbers values in the order of their first use. */
  private static final class Table<T> {
    private final Map<T, Integer> numbers = new LinkedHashMap<>();

    int number(T value) {
      return numbers.computeIfAbsent(value, _ -> numbers.size());
    }

    void forEach(java.util.function.BiConsumer<T, Integer> action) {
      numbers.forEach(action);
    }
  }
}
