package io.coxswain.apiserver.http;

import io.coxswain.apiserver.auth.User;
import io.coxswain.apiserver.rest.RequestInfo;
import io.coxswain.env.ApiRequest;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Limits the number of concurrent read-only, mutating and long-running requests. Administrators are
 * limited only in long-running requests.
 */
final class InFlight {
  private final int readLimit;
  private final int writeLimit;
  private final int lastingLimit;
  private final AtomicInteger reads = new AtomicInteger();
  private final AtomicInteger writes = new AtomicInteger();
  private final AtomicInteger lasting = new AtomicInteger();

  InFlight(int readLimit, int writeLimit, int lastingLimit) {
    this.readLimit = readLimit;
    this.writeLimit = writeLimit;
    this.lastingLimit = lastingLimit;
  }

  /** Limits only long-running requests; flow control limits the others. */
  static InFlight ofLongRunning(int lastingLimit) {
    return new InFlight(Integer.MAX_VALUE, Integer.MAX_VALUE, lastingLimit);
  }

  /** A slot for a request. */
  interface Place extends AutoCloseable {
    /** False if no slot was free. */
    boolean taken();

    @Override
    void close();
  }

  private record Held(AtomicInteger count) implements Place {
    @Override
    public boolean taken() {
      return true;
    }

    @Override
    public void close() {
      count.decrementAndGet();
    }
  }

  private enum Other implements Place {
    UNCOUNTED,
    NONE;

    @Override
    public boolean taken() {
      return this == UNCOUNTED;
    }

    @Override
    public void close() {}
  }

  Place enter(ApiRequest request, User user) {
    if (isLongRunning(request)) {
      return enter(lasting, lastingLimit);
    }
    if (user.groups().contains("system:masters")) {
      return Other.UNCOUNTED;
    }
    boolean read = request.method().equals("GET") || request.method().equals("HEAD");
    return read ? enter(reads, readLimit) : enter(writes, writeLimit);
  }

  private static Place enter(AtomicInteger count, int limit) {
    if (count.incrementAndGet() > limit) {
      count.decrementAndGet();
      return Other.NONE;
    }
    return new Held(count);
  }

  static boolean isLongRunning(ApiRequest request) {
    return RequestInfo.of(request).isLongRunning(request);
  }
}
