package io.coxswain.apiserver.http;

import io.coxswain.apiserver.auth.User;
import io.coxswain.apiserver.rest.RequestInfo;
import io.coxswain.env.ApiRequest;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many requests are worked on at once, of those that read, of those that write and of those
 * that are meant to last, such as watches. Administrators are not held up but in the number of
 * requests that last.
 */
final class InFlight {
  private static final Set<String> LONG_RUNNING_SUBRESOURCES =
      Set.of("attach", "exec", "log", "portforward", "proxy");

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

  /** As kube-apiserver has it: by the verb and the subresource, whatever the query of a write. */
  static boolean isLongRunning(ApiRequest request) {
    var info = RequestInfo.of(request);
    boolean read = request.method().equals("GET") || request.method().equals("HEAD");
    String subresource = info.subresource().split("/", 2)[0];
    return info.isResource()
        && ((read && info.verb().equals("watch"))
            || LONG_RUNNING_SUBRESOURCES.contains(subresource));
  }
}
