package io.coxswain.kube.nodeipam;

import io.coxswain.api.net.Cidr;
import io.coxswain.api.net.Ip;
import java.math.BigInteger;
import java.util.BitSet;
import java.util.Optional;

/** The node CIDRs of a cluster CIDR and which of them are allocated. Guarded by its owner. */
final class CidrSet {
  private final Cidr range;
  private final int maskSize;
  private final int size;
  private final BitSet taken;
  private final CidrSetMetrics metrics;
  private int next;

  CidrSet(Cidr range, int maskSize, CidrSetMetrics metrics) {
    this.range = range;
    this.maskSize = maskSize;
    this.size = 1 << (maskSize - range.length());
    this.taken = new BitSet(size);
    this.metrics = metrics;
    metrics.limit(range.toString(), size);
  }

  /** Allocates the next free CIDR after the last allocated one; empty if all are allocated. */
  Optional<Cidr> takeNext() {
    if (taken.cardinality() == size) {
      return Optional.empty();
    }
    int free = taken.nextClearBit(next);
    if (free >= size) {
      free = taken.nextClearBit(0);
    }
    taken.set(free);
    metrics.searched(range.toString(), Math.floorMod(free - next, size));
    metrics.allocated(range.toString(), 1, share());
    next = (free + 1) % size;
    return Optional.of(part(free));
  }

  private Cidr part(int index) {
    BigInteger offset = BigInteger.valueOf(index).shiftLeft(range.address().bits() - maskSize);
    return new Cidr(new Ip(range.address().v6(), range.first().value().add(offset)), maskSize);
  }

  /**
   * Marks all CIDRs that overlap the given range as allocated; false if it is outside of the
   * cluster CIDR.
   */
  boolean take(Cidr other) {
    return set(other, true);
  }

  /** Releases all CIDRs that overlap the given range. */
  boolean release(Cidr other) {
    return set(other, false);
  }

  private boolean set(Cidr other, boolean value) {
    if (other.address().v6() != range.address().v6()
        || (!range.contains(other) && !other.contains(range))) {
      return false;
    }
    int before = taken.cardinality();
    if (other.contains(range)) {
      taken.set(0, size, value);
    } else {
      taken.set(index(other.first()), index(other.last()) + 1, value);
    }
    int change = taken.cardinality() - before;
    if (change > 0) {
      metrics.allocated(range.toString(), change, share());
    } else if (change < 0) {
      metrics.released(range.toString(), -change, share());
    }
    return true;
  }

  private double share() {
    return (double) taken.cardinality() / size;
  }

  private int index(Ip ip) {
    return ip.value()
        .subtract(range.first().value())
        .shiftRight(range.address().bits() - maskSize)
        .intValueExact();
  }

  @Override
  public String toString() {
    return range
        + " in parts of /"
        + maskSize
        + ", "
        + taken.cardinality()
        + " of "
        + size
        + " taken";
  }
}
