package io.coxswain.kube.job;

import java.util.BitSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A set of completion indexes, formatted as in a Job's status: ascending, runs of three or more as
 * {@code a-b}. Immutable.
 */
final class IndexSet {
  static final IndexSet EMPTY = new IndexSet(new BitSet());

  private final BitSet bits;

  private IndexSet(BitSet bits) {
    this.bits = bits;
  }

  static IndexSet of(int... indexes) {
    var bits = new BitSet();
    for (int index : indexes) {
      bits.set(index);
    }
    return new IndexSet(bits);
  }

  /**
   * Parses the text of a status. As upstream, skips invalid intervals and drops indexes at or above
   * {@code limit}, because completions may have been lowered.
   */
  static IndexSet parse(@Nullable String text, int limit) {
    if (text == null || text.isEmpty()) {
      return EMPTY;
    }
    var bits = new BitSet();
    for (String interval : text.split(",")) {
      String[] ends = interval.split("-", 2);
      int first = number(ends[0]);
      int last = ends.length == 1 ? first : number(ends[1]);
      if (first >= limit) {
        break;
      }
      if (first >= 0 && first <= last) {
        bits.set(first, Math.min(last, limit - 1) + 1);
      }
    }
    return new IndexSet(bits);
  }

  /** -1 if it is not a number. */
  private static int number(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  boolean has(int index) {
    return index >= 0 && bits.get(index);
  }

  int size() {
    return bits.cardinality();
  }

  boolean isEmpty() {
    return bits.isEmpty();
  }

  IndexSet with(int index) {
    var more = (BitSet) bits.clone();
    more.set(index);
    return new IndexSet(more);
  }

  IndexSet union(IndexSet other) {
    var more = (BitSet) bits.clone();
    more.or(other.bits);
    return new IndexSet(more);
  }

  /** The size of the intersection. */
  int overlap(IndexSet other) {
    var both = (BitSet) bits.clone();
    both.and(other.bits);
    return both.cardinality();
  }

  /** The lowest indexes below the limit that are not in this set, up to the given count. */
  int[] firstMissing(int limit, int atMost) {
    return IntStream.iterate(bits.nextClearBit(0), i -> i < limit, i -> bits.nextClearBit(i + 1))
        .limit(Math.max(0, atMost))
        .toArray();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof IndexSet that && bits.equals(that.bits);
  }

  @Override
  public int hashCode() {
    return bits.hashCode();
  }

  @Override
  public String toString() {
    var text = new StringBuilder();
    for (int first = bits.nextSetBit(0); first >= 0; ) {
      int last = bits.nextClearBit(first) - 1;
      if (!text.isEmpty()) {
        text.append(',');
      }
      text.append(first);
      if (last > first) {
        text.append(last == first + 1 ? ',' : '-').append(last);
      }
      first = bits.nextSetBit(last + 1);
    }
    return text.toString();
  }
}
