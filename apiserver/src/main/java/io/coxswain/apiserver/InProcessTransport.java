package io.coxswain.apiserver;

import io.coxswain.apiserver.aggregation.BackendTransport;
import io.coxswain.apiserver.auth.User;
import io.coxswain.apiserver.rest.HandlerResponse;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiStream;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.ApiWatch;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Sends requests as method calls: no socket, no copy, no thread. */
final class InProcessTransport implements ApiTransport {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final ApiServer server;
  private final User user;

  InProcessTransport(ApiServer server, User user) {
    this.server = server;
    this.user = user;
  }

  @Override
  public ApiResponse call(ApiRequest request) throws IOException {
    return switch (server.handle(request, user)) {
      case HandlerResponse.Whole whole -> whole.response();
      case HandlerResponse.Watch watch -> {
        watch.watch().close();
        throw new IOException("the answer to " + request + " is a watch");
      }
      case HandlerResponse.Session _ -> throw noSession(request);
      case HandlerResponse.Proxy proxy -> {
        try (var accounting = proxy.accounting()) {
          ApiResponse response = backends(proxy, request).call(request, proxy.request(), TIMEOUT);
          accounting.responded(response.status());
          yield response;
        }
      }
      case HandlerResponse.Stream stream -> {
        stream.stream().close();
        throw new IOException("the answer to " + request + " is a stream");
      }
    };
  }

  /** How the server of an APIService is reached; pods and nodes are not, without a connection. */
  private BackendTransport backends(HandlerResponse.Proxy proxy, ApiRequest request)
      throws IOException {
    BackendTransport backends = server.aggregation().transport();
    if (proxy.request().identity() == null || backends == null) {
      throw noSession(request);
    }
    return backends;
  }

  @Override
  public ApiWatch watch(ApiRequest request) throws IOException {
    return switch (server.handle(request, user)) {
      case HandlerResponse.Watch watch -> watch.watch();
      case HandlerResponse.Whole whole -> new RejectedWatch(whole.response());
      case HandlerResponse.Session _ -> throw noSession(request);
      case HandlerResponse.Proxy proxy -> {
        try (var accounting = proxy.accounting()) {
          ApiWatch watch = backends(proxy, request).watch(request, proxy.request());
          accounting.responded(watch.status());
          yield watch;
        }
      }
      case HandlerResponse.Stream stream -> {
        stream.stream().close();
        throw new IOException("the answer to " + request + " is a stream");
      }
    };
  }

  @Override
  public ApiStream open(ApiRequest request) throws IOException {
    return switch (server.handle(request, user)) {
      case HandlerResponse.Stream stream -> stream.stream();
      case HandlerResponse.Session _ -> throw noSession(request);
      case HandlerResponse.Proxy proxy -> {
        proxy.accounting().close();
        throw noSession(request);
      }
      case HandlerResponse.Whole whole -> new WholeStream(whole.response());
      case HandlerResponse.Watch watch -> {
        watch.watch().close();
        throw new IOException("the answer to " + request + " is a watch");
      }
    };
  }

  private static IOException noSession(ApiRequest request) {
    return new IOException(
        "the answer to " + request + " is a conversation, for which there must be a connection");
  }

  /** A watch that was rejected. */
  private record RejectedWatch(ApiResponse errorResponse) implements ApiWatch {
    @Override
    public int status() {
      return errorResponse.status();
    }

    @Override
    public @Nullable Frame next() {
      return null;
    }

    @Override
    public void close() {}
  }

  /** A complete response to a request for a stream. */
  private static final class WholeStream implements ApiStream {
    private final ApiResponse response;
    private boolean read;

    WholeStream(ApiResponse response) {
      this.response = response;
    }

    @Override
    public int status() {
      return response.status();
    }

    @Override
    public ApiResponse errorResponse() {
      return response;
    }

    @Override
    public byte @Nullable [] next() {
      if (read) {
        return null;
      }
      read = true;
      return response.body();
    }

    @Override
    public void close() {}
  }
}
