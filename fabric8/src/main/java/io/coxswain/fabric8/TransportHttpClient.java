package io.coxswain.fabric8;

import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiStream;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.ApiWatch;
import io.coxswain.env.CancelledException;
import io.coxswain.fabric8.TransportHttpClientFactory.ClientBuilder;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.StandardHttpClient;
import io.fabric8.kubernetes.client.http.StandardHttpHeaders;
import io.fabric8.kubernetes.client.http.StandardHttpRequest;
import io.fabric8.kubernetes.client.http.StandardWebSocketBuilder;
import io.fabric8.kubernetes.client.http.WebSocket;
import io.fabric8.kubernetes.client.http.WebSocketHandshakeException;
import io.fabric8.kubernetes.client.http.WebSocketResponse;
import io.fabric8.kubernetes.client.http.WebSocketUpgradeResponse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/** Sends fabric8's requests through a transport, each in its own task. */
final class TransportHttpClient
    extends StandardHttpClient<TransportHttpClient, TransportHttpClientFactory, ClientBuilder> {
  private final InFlightRequests running;
  private final ApiTransport transport;

  TransportHttpClient(
      ClientBuilder builder,
      AtomicBoolean closed,
      InFlightRequests running,
      ApiTransport transport) {
    super(builder, closed);
    this.running = running;
    this.transport = transport;
  }

  InFlightRequests running() {
    return running;
  }

  @Override
  public CompletableFuture<HttpResponse<AsyncBody>> consumeBytesDirect(
      StandardHttpRequest request, AsyncBody.Consumer<List<ByteBuffer>> reader) {
    var answer = new CompletableFuture<HttpResponse<AsyncBody>>();
    running.spawn(
        "fabric8 " + request.method(),
        () -> {
          PulledBody body;
          try {
            Opened opened = open(Requests.of(request));
            body = new PulledBody(opened.pieces, reader, running.newBell());
            answer.complete(new Answer(request, opened.status, opened.headers, body));
          } catch (IOException | CancelledException e) {
            answer.completeExceptionally(e);
            return;
          }
          body.run();
        });
    return answer;
  }

  /** A response whose headers have arrived. */
  private record Opened(int status, Map<String, List<String>> headers, Pieces pieces) {
    static Opened of(ApiResponse response) {
      return new Opened(response.status(), response.headers(), Pieces.of(response.body()));
    }
  }

  private Opened open(ApiRequest request) throws IOException, CancelledException {
    if (Requests.isWatch(request)) {
      ApiWatch watch = transport.watch(request);
      return watch.status() == 200
          ? new Opened(200, new TreeMap<>(), Pieces.of(watch))
          : Opened.of(watch.errorResponse());
    }
    if (Requests.isLog(request)) {
      ApiStream stream = transport.open(request);
      return stream.status() == 200
          ? new Opened(200, new TreeMap<>(), Pieces.of(stream))
          : Opened.of(stream.errorResponse());
    }
    return Opened.of(transport.call(request));
  }

  @Override
  public CompletableFuture<WebSocketResponse> buildWebSocketDirect(
      StandardWebSocketBuilder builder, WebSocket.Listener listener) {
    var answer = new CompletableFuture<WebSocketResponse>();
    StandardHttpRequest request = builder.asHttpRequest();
    running.spawn(
        "fabric8 socket",
        () -> {
          WatchSocket socket;
          try {
            ApiRequest sent = Requests.of(request);
            if (!Requests.isWatch(sent)) {
              answer.complete(refused(request, transport.call(sent)));
              return;
            }
            ApiWatch watch = transport.watch(sent);
            if (watch.status() != 200) {
              answer.complete(refused(request, watch.errorResponse()));
              return;
            }
            socket = new WatchSocket(watch, listener, running.newBell());
            answer.complete(
                new WebSocketResponse(new WebSocketUpgradeResponse(request, 101), socket));
          } catch (IOException | CancelledException e) {
            answer.completeExceptionally(e);
            return;
          }
          socket.run();
        });
    return answer;
  }

  /** Responds like a server that does not upgrade the connection. */
  private static WebSocketResponse refused(HttpRequest request, ApiResponse response) {
    var upgrade = new WebSocketUpgradeResponse(request, response.status(), response.headers());
    return new WebSocketResponse(upgrade, new WebSocketHandshakeException(upgrade));
  }

  @Override
  protected void doClose() {
    running.cancelAll();
  }

  /** The headers of a response whose body is still to come. */
  private static final class Answer extends StandardHttpHeaders implements HttpResponse<AsyncBody> {
    private final HttpRequest request;
    private final int status;
    private final AsyncBody body;

    Answer(HttpRequest request, int status, Map<String, List<String>> headers, AsyncBody body) {
      super(headers);
      this.request = request;
      this.status = status;
      this.body = body;
    }

    @Override
    public int code() {
      return status;
    }

    @Override
    public AsyncBody body() {
      return body;
    }

    @Override
    public HttpRequest request() {
      return request;
    }

    @Override
    public Optional<HttpResponse<?>> previousResponse() {
      return Optional.empty();
    }
  }
}
