package io.coxswain.api.sharding;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A set of ranges of the hash of one metadata field. An object is selected if the hash of its field
 * lies in one of them.
 *
 * <p>The hash is FNV-1a with 64 bits over the UTF-8 bytes of the value, the same in every process.
 * A cluster-scoped object has the empty namespace, so selectors by namespace put all of these
 * objects into one shard.
 */
public record ShardSelector(Field field, List<Range> ranges) {
  private static final long OFFSET_BASIS = 0xcbf29ce484222325L;
  private static final long PRIME = 0x100000001b3L;

  /** Upstream has no limit; one range per shard needs far fewer. */
  private static final int MAX_RANGES = 1024;

  public ShardSelector {
    ranges = List.copyOf(ranges);
    if (ranges.isEmpty()) {
      throw new IllegalArgumentException("a shard selector needs at least one range");
    }
  }

  /** A field that objects can be distributed by. */
  public enum Field {
    UID("object.metadata.uid"),
    NAMESPACE("object.metadata.namespace");

    private final String path;

    Field(String path) {
      this.path = path;
    }

    public String path() {
      return path;
    }
  }

  /**
   * Hashes from {@code start} to {@code last}, both included, as unsigned numbers. The text form
   * has an exclusive end instead, which does not fit into 64 bits for the last range.
   */
  public record Range(long start, long last) {
    public Range {
      if (Long.compareUnsigned(start, last) > 0) {
        throw new IllegalArgumentException("a range ends before it starts");
      }
    }

    boolean contains(long hash) {
      return Long.compareUnsigned(start, hash) <= 0 && Long.compareUnsigned(hash, last) <= 0;
    }

    private String end() {
      return last == -1 ? "10000000000000000" : String.format("%016x", last + 1);
    }
  }

  /** The given one of {@code count} shards of equal size; the last takes what division leaves. */
  public static ShardSelector of(Field field, int index, int count) {
    if (count < 1 || index < 0 || index >= count) {
      throw new IllegalArgumentException("no shard " + index + " of " + count);
    }
    long size = Long.divideUnsigned(-1, count) + (count == 1 ? 0 : 1);
    long start = size * index;
    return new ShardSelector(
        field, List.of(new Range(start, index == count - 1 ? -1 : start + size - 1)));
  }

  /**
   * Parses the text form, such as {@code shardRange(object.metadata.uid, '0x0000000000000000',
   * '0x8000000000000000')}, or several of these with {@code ||} between.
   *
   * @throws IllegalArgumentException with upstream's message where upstream has one
   */
  public static ShardSelector parse(String text) {
    return new ShardSelectorParser(text, MAX_RANGES).parse();
  }

  /** Whether the object belongs to this shard. */
  public boolean test(String namespace, String uid) {
    long hash = hash(field == Field.UID ? uid : namespace);
    for (Range range : ranges) {
      if (range.contains(hash)) {
        return true;
      }
    }
    return false;
  }

  /** The position of a value in the space of hashes, an unsigned number. */
  public static long hash(String value) {
    long hash = OFFSET_BASIS;
    for (byte each : value.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (each & 0xff)) * PRIME;
    }
    return hash;
  }

  /** The canonical text form. */
  @Override
  public String toString() {
    var parts = new ArrayList<String>();
    for (Range range : ranges) {
      parts.add(
          String.format(
              "shardRange(%s, '0x%016x', '0x%s')", field.path(), range.start(), range.end()));
    }
    return parts.stream().collect(Collectors.joining(" || "));
  }
}
