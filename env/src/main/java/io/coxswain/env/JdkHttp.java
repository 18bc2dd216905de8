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

/** The JDK's client, with an end to how long an answer may take and be. */
final class JdkHttp implements Http {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

  /** Each has connections of its own; callers keep their few contexts for long. */
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
      Duration left = request.timeout().minusNanos(System.nanoTime() - begin);
      return new Answer(response.statusCode(), new Bounded(response.body(), request, left, timers));
    } catch (HttpTimeoutException e) {
      throw new IOException("no answer within " + request.timeout().toSeconds() + " s", e);
    } catch (InterruptedException e) {
      throw VirtualThreadTasks.cancelled();
    }
  }

  private HttpClient client(@Nullable SSLContext tls) {
    Object key = tls == null ? "the system's" : tls;
    lock.lock();
    try {
      HttpClient known = clients.get(key);
      if (known == null) {
        known = build(tls);
        if (clients.size() >= MAX_CLIENTS) {
          clients.remove(clients.keySet().iterator().next()); // ends once its requests have
        }
        clients.put(key, known);
      }
      return known;
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

  /** A body that ends by itself or by an error, never later than allowed. */
  private static final class Bounded extends FilterInputStream {
    private final Request request;
    private final Timers.Timer alarm;
    private final AtomicBoolean late = new AtomicBoolean();
    private long left;

    Bounded(InputStream body, Request request, Duration time, Timers timers) {
      super(body);
      this.request = request;
      this.left = request.most();
      this.alarm = timers.after(time.isNegative() ? Duration.ZERO : time, this::giveUp);
    }

    private void giveUp() {
      late.set(true);
      try {
        in.close(); // wakes whoever reads
      } catch (IOException e) {
        return; // closed all the same
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
        throw late.get() ? tooLate(e) : e;
      }
      if (late.get()) {
        throw tooLate(null);
      }
      left -= Math.max(read, 0);
      if (left < 0) {
        throw new IOException("the answer is longer than " + request.most() + " bytes");
      }
      return read;
    }

    private IOException tooLate(@Nullable Exception cause) {
      return new IOException(
          "the answer was not complete within " + request.timeout().toSeconds() + " s", cause);
    }

    @Override
    public void close() throws IOException {
      alarm.cancel();
      super.close();
    }
  }
}
