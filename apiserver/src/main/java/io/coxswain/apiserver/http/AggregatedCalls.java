package io.coxswain.apiserver.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.aggregation.BackendTransport;
import io.coxswain.apiserver.http.BackendExchange.Field;
import io.coxswain.apiserver.http.BackendExchange.Head;
import io.coxswain.apiserver.rest.BackendIdentity;
import io.coxswain.apiserver.rest.ProxiedRequest;
import io.coxswain.apiserver.rest.Responses;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiWatch;
import io.coxswain.env.Sockets;
import io.coxswain.env.tls.TlsConnection;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Requests of this process to the servers of APIServices: checks, and the requests of controllers
 * that run in this process. A response is read whole and bounded; a watch is read line by line.
 */
final class AggregatedCalls implements BackendTransport {
  private static final int MAX_BYTES = 64 * 1024 * 1024;
  private static final int MAX_EVENT_BYTES = 8 * 1024 * 1024;

  private final Sockets sockets;
  private final FrontProxy front;
  private final Watchdog watchdog;

  AggregatedCalls(Sockets sockets, FrontProxy front, Watchdog watchdog) {
    this.sockets = sockets;
    this.front = front;
    this.watchdog = watchdog;
  }

  @Override
  public Sockets.Connection connect(String address, int port) throws IOException {
    return sockets.connect(address, port);
  }

  @Override
  public ApiResponse call(ApiRequest request, ProxiedRequest backend, Duration timeout)
      throws IOException {
    Watchdog.Deadline deadline = watchdog.begin(timeout);
    try (BackendExchange exchange = send(request, backend)) {
      Head head = exchange.readHead();
      byte[] body = exchange.body(request.method(), head).readNBytes(MAX_BYTES + 1);
      if (body.length > MAX_BYTES) {
        throw new IOException("the response is larger than " + MAX_BYTES + " bytes");
      }
      return response(head, body);
    } catch (IOException e) {
      if (deadline.late()) {
        throw new IOException("context deadline exceeded", e);
      }
      throw e;
    } finally {
      deadline.close();
    }
  }

  private static ApiResponse response(Head head, byte[] body) {
    var headers = new TreeMap<String, List<String>>();
    for (Field field : head.fields()) {
      headers.put(field.name().toLowerCase(Locale.ROOT), List.of(field.value()));
    }
    headers.remove("transfer-encoding");
    headers.remove("connection");
    return new ApiResponse(head.status(), headers, body);
  }

  private BackendExchange send(ApiRequest request, ProxiedRequest backend) throws IOException {
    BackendIdentity identity = backend.identity();
    if (identity == null) {
      throw new IOException("the backend has no identity");
    }
    var exchange =
        new BackendExchange(
            TlsConnection.over(backend.connect(), front.context(identity), identity.serverName()));
    List<Field> fields = new ArrayList<>();
    fields.add(new Field("Host", backend.address()));
    fields.add(new Field("Connection", "close"));
    request
        .headers()
        .forEach(
            (name, value) -> {
              if (!ForwardedHeaders.isPrivate(name)) {
                fields.add(new Field(name, value));
              }
            });
    identity.headers().forEach(header -> fields.add(new Field(header.name(), header.value())));
    if (request.body().length > 0) {
      fields.add(new Field("Content-Length", Integer.toString(request.body().length)));
    }
    try {
      exchange.send(request.method(), request.target(), fields);
      exchange.sendBody(request.body(), request.body().length);
      return exchange;
    } catch (IOException e) {
      exchange.close();
      throw e;
    }
  }

  @Override
  public ApiWatch watch(ApiRequest request, ProxiedRequest backend) throws IOException {
    BackendExchange exchange = send(request, backend);
    try {
      Head head = exchange.readHead();
      InputStream body = exchange.body(request.method(), head);
      if (head.status() == 200) {
        return new Lines(exchange, body, Responses.text(200, ""));
      }
      byte[] whole = body.readNBytes(MAX_EVENT_BYTES);
      exchange.close();
      return new Lines(exchange, InputStream.nullInputStream(), response(head, whole));
    } catch (IOException e) {
      exchange.close();
      throw e;
    }
  }

  /** A watch whose events are lines of JSON. */
  private record Lines(BackendExchange exchange, InputStream in, ApiResponse first)
      implements ApiWatch {
    @Override
    public int status() {
      return first.status();
    }

    @Override
    public ApiResponse errorResponse() {
      return first;
    }

    @Override
    public @Nullable Frame next() throws IOException {
      var line = new ByteArrayOutputStream();
      for (int b = in.read(); b >= 0; b = in.read()) {
        if (b == '\n') {
          if (line.size() == 0) {
            continue;
          }
          JsonNode event = Json.tree(line.toByteArray());
          return new Frame(event.path("type").asText(), Json.bytes(event.path("object")));
        }
        line.write(b);
        if (line.size() > MAX_EVENT_BYTES) {
          throw new IOException("an event is larger than " + MAX_EVENT_BYTES + " bytes");
        }
      }
      return null;
    }

    @Override
    public void close() {
      try {
        exchange.close();
      } catch (IOException e) {
        // it is closed one way or the other
      }
    }
  }
}
