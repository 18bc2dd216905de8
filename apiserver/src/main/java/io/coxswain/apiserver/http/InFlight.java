package io.coxswain.apiserver.http;

import io.coxswain.apiserver.auth.User;
import io.coxswain.env.ApiRequest;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many requests are worked on at once, of those that read and of those that write. Requests
 * that are meant to last, such as watches, do not count; administrators are not held up.
 */
final class InFlight {
  private final int readLimit;
  private final int writeLimit;
  private final AtomicInteger reads = new AtomicInteger();
  private final AtomicInteger writes = new AtomicInteger();

  InFlight(int readLimit, int writeLimit) {
    this.readLimit = readLimit;
    this.writeLimit = writeLimit;
  }

  /** A place among those worked on. */
  interface Place extends AutoCloseable {
    /** False when there was no room. */
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
    if (isLongRunning(request) || user.groups().contains("system:masters")) {
      return Other.UNCOUNTED;
    }
    boolean read = request.method().equals("GET") || request.method().equals("HEAD");
    AtomicInteger count = read ? reads : writes;
    if (count.incrementAndGet() > (read ? readLimit : writeLimit)) {
      count.decrementAndGet();
      return Other.NONE;
    }
    return new Held(count);
  }

  static boolean isLongRunning(ApiRequest request) {
    String watch = request.query("watch");
    if (watch != null && !watch.equals("false") && !watch.equals("0")) {
      return true;
    }
    String path = request.path();
    return path.contains("/watch/")
        || path.endsWith("/log")
        || path.endsWith("/exec")
        || path.endsWith("/attach")
        || path.endsWith("/portforward")
        || path.endsWith("/proxy")
        || path.contains("/proxy/");
  }
}
