package io.coxswain.bench;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;

/** Watches that are opened and then not read for a long time, a few at a time. */
final class SlowWatches implements Closeable {
  private static final int MAX_COUNT = 6;
  private static final byte[] NOTHING = {};

  private final Target target;
  private final ArrayDeque<Wire> open = new ArrayDeque<>();

  SlowWatches(Target target) {
    this.target = target;
  }

  /** Opens another; the oldest, which was never read, is dropped without closing. */
  void openOne(String path) throws IOException {
    var wire = new Wire(target);
    open.add(wire);
    wire.open("GET", path, "", NOTHING);
    if (open.size() > MAX_COUNT) {
      open.remove().close();
    }
  }

  /** Reads some data of the oldest. The server may have closed it. */
  void wakeOne() {
    Wire oldest = open.peek();
    if (oldest == null) {
      return;
    }
    try {
      byte[] some = new byte[64 * 1024];
      var _ = oldest.stream().read(some);
    } catch (IOException e) {
      open.remove().close(); // the server closed it for being too slow
    }
  }

  @Override
  public void close() {
    open.forEach(Wire::close);
    open.clear();
  }
}
