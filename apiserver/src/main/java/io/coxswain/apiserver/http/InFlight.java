package io.coxswain.apiserver.http;

import io.coxswain.apiserver.auth.User;
import io.coxswain.apiserver.rest.RequestInfo;
import io.coxswain.env.ApiRequest;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Limits the number of concurrent read-only, mutating and long-running requests. Administrators are
 * limited only in long-running requests.
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

  /** As in kube-apiserver: by the verb and the subresource, regardless of the query of a write. */
  static boolean isLongRunning(ApiRequest request) {
    var info = RequestInfo.of(request);
    boolean read = request.method().equals("GET") || request.method().equals("HEAD");
    String subresource = info.subresource().split("/", 2)[0];
    return info.isResource()
        && ((read && info.verb().equals("watch"))
            || LONG_RUNNING_SUBRESOURCES.contains(subresource));
  }
}
