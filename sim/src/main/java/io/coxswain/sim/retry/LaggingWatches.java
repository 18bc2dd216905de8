package io.coxswain.sim.retry;

import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiStream;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.ApiWatch;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Clock;
import io.coxswain.env.Env;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Lets the caches of a program lag: its watches of one resource deliver no more events than
 * allowed. Other requests are not delayed.
 */
public final class LaggingWatches {
  private static final Duration POLL = Duration.ofMillis(100);

  private final String path;
  private final AtomicInteger allowed = new AtomicInteger(Integer.MAX_VALUE);

  /**
   * @param path of the watched resource
   */
  public LaggingWatches(String path) {
    this.path = path;
  }

  /** Delivers this many events and holds back all later ones until {@link #catchUp}. */
  public void holdBackAfter(int events) {
    allowed.set(events);
  }

  /** Delivers all events again. */
  public void catchUp() {
    allowed.set(Integer.MAX_VALUE);
  }

  /** Returns the environment with these watches. */
  public Env connect(Env env) {
    return env.withApi(new Connection(env.api(), env.clock()));
  }

  private final class Connection implements ApiTransport {
    private final ApiTransport server;
    private final Clock clock;

    Connection(ApiTransport server, Clock clock) {
      this.server = server;
      this.clock = clock;
    }

    @Override
    public ApiResponse call(ApiRequest request) throws IOException, CancelledException {
      return server.call(request);
    }

    @Override
    public ApiWatch watch(ApiRequest request) throws IOException, CancelledException {
      ApiWatch watch = server.watch(request);
      return request.path().equals(path) ? new LaggingWatch(watch, clock) : watch;
    }

    @Override
    public ApiStream open(ApiRequest request) throws IOException, CancelledException {
      return server.open(request);
    }
  }

  private final class LaggingWatch implements ApiWatch {
    private final ApiWatch watch;
    private final Clock clock;

    LaggingWatch(ApiWatch watch, Clock clock) {
      this.watch = watch;
      this.clock = clock;
    }

    @Override
    public int status() {
      return watch.status();
    }

    @Override
    public String mediaType() {
      return watch.mediaType();
    }

    @Override
    public ApiResponse errorResponse() {
      return watch.errorResponse();
    }

    @Override
    public @Nullable Frame next() throws IOException, CancelledException {
      Frame frame = watch.next();
      if (frame != null && !frame.type().equals("BOOKMARK")) {
        while (allowed.get() == 0) {
          clock.sleep(POLL);
        }
        allowed.getAndUpdate(left -> left == Integer.MAX_VALUE ? left : left - 1);
      }
      return frame;
    }

    @Override
    public void close() {
      watch.close();
    }
  }
}
