package io.coxswain.env;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** The JDK's HTTP client with limits on the duration and size of a response. */
final class JdkHttp implements Http {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

  /** Each client has its own connections; callers keep their few contexts for a long time. */
  private static final int MAX_CLIENTS = 16;

  private final Timers timers;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Object, HttpClient> clients = new LinkedHashMap<>();

  JdkHttp(Timers timers) {
    this.timers = timers;
  }

  @Override
  public Answer open(Request request) throws IOException, CancelledException {
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(request.uri())
            .timeout(request.timeout())
            .method(
                request.method(),
                request.body().length == 0
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofByteArray(request.body()));
    request.headers().forEach(builder::setHeader);
    long begin = System.nanoTime();
    try {
      HttpResponse<InputStream> response =
          client(request.tls()).send(builder.build(), HttpResponse.BodyHandlers.ofInputStream());
      Duration remaining = request.timeout().minusNanos(System.nanoTime() - begin);
      return new Answer(
          response.statusCode(), new Bounded(response.body(), request, remaining, timers));
    } catch (HttpTimeoutException e) {
      throw new IOException("no response within " + request.timeout().toSeconds() + " s", e);
    } catch (InterruptedException e) {
      throw VirtualThreadTasks.cancelled();
    }
  }

  private HttpClient client(@Nullable SSLContext tls) {
    Object key = tls == null ? "the system's" : tls;
    lock.lock();
    try {
      HttpClient cached = clients.get(key);
      if (cached == null) {
        cached = build(tls);
        if (clients.size() >= MAX_CLIENTS) {
          clients.remove(
              clients.keySet().iterator().next()); // terminates when its requests have completed
        }
        clients.put(key, cached);
      }
      return cached;
    } finally {
      lock.unlock();
    }
  }

  private static HttpClient build(@Nullable SSLContext tls) {
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(CONNECT_TIMEOUT);
    return (tls == null ? builder : builder.sslContext(tls)).build();
  }

  /** A body that ends by itself or with an error, and never exceeds the limits. */
  private static final class Bounded extends FilterInputStream {
    private final Request request;
    private final Timers.Timer alarm;
    private final AtomicBoolean timedOut = new AtomicBoolean();
    private long remaining;

    Bounded(InputStream body, Request request, Duration time, Timers timers) {
      super(body);
      this.request = request;
      this.remaining = request.most();
      this.alarm = timers.after(time.isNegative() ? Duration.ZERO : time, this::giveUp);
    }

    private void giveUp() {
      timedOut.set(true);
      try {
        in.close(); // wakes the reader
      } catch (IOException e) {
        return; // closed in any case
      }
    }

    @Override
    public int read() throws IOException {
      var one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      int read;
      try {
        read = in.read(buffer, offset, length);
      } catch (IOException e) {
        if (Thread.currentThread().isInterrupted()) {
          throw VirtualThreadTasks.cancelled();
        }
        throw timedOut.get() ? tooLate(e) : e;
      }
      if (timedOut.get()) {
        throw tooLate(null);
      }
      remaining -= Math.max(read, 0);
      if (remaining < 0) {
        throw new IOException("the response is longer than " + request.most() + " bytes");
      }
      return read;
    }

    private IOException tooLate(@Nullable Exception cause) {
      return new IOException(
          "the response was not complete within " + request.timeout().toSeconds() + " s", cause);
    }

    @Override
    public void close() throws IOException {
      alarm.cancel();
      super.close();
    }
  }
}
