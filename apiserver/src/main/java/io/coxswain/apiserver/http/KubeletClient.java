package io.coxswain.apiserver.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.Secrets;
import io.coxswain.apiserver.http.BackendExchange.Field;
import io.coxswain.apiserver.http.BackendExchange.Head;
import io.coxswain.apiserver.spi.Kubelets;
import io.coxswain.apiserver.spi.PodLogs;
import io.coxswain.apiserver.spi.PodSessions;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiStream;
import io.coxswain.env.Env;
import io.coxswain.env.Sockets;
import io.coxswain.env.tls.TlsConnection;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A client of kubelets: HTTPS with a client certificate, one connection per request. Sessions use
 * SPDY whatever the API client speaks, because kubelets and container runtimes of all versions know
 * it; WebSocket v5 of a client thus ends at this server.
 */
public final class KubeletClient implements Kubelets {
  private static final int BUFFER_BYTES = 16 * 1024;
  private static final int MAX_MESSAGE_BYTES = 4 * 1024;
  private static final int MAX_SUMMARY_BYTES = 16 * 1024 * 1024;
  private static final String USER_AGENT = "kube-apiserver";

  private final Env env;
  private final KubeletOptions options;
  private final KubeletTls tls;

  private KubeletClient(Env env, KubeletOptions options, KubeletTls tls) {
    this.env = env;
    this.options = options;
    this.tls = tls;
  }

  /**
   * @param secrets of the server, whose CA issues the client certificate unless the options name
   *     one
   * @throws IOException with a message for the user who named a file
   */
  public static KubeletClient of(Env env, Secrets secrets, KubeletOptions options)
      throws IOException {
    try {
      return new KubeletClient(env, options, new KubeletTls(env, secrets, options));
    } catch (GeneralSecurityException e) {
      throw new IOException("cannot set up TLS to kubelets: " + e.getMessage(), e);
    }
  }

  @Override
  public List<String> addressTypes() {
    return options.addressTypes();
  }

  @Override
  public Sockets.Connection dial(String address, int port) throws IOException {
    return env.sockets().connect(address, port);
  }

  @Override
  public Sockets.Connection connect(Kubelet kubelet) throws IOException {
    return TlsConnection.over(
        dial(kubelet.address(), kubelet.port()),
        tls.context(),
        kubelet.address(),
        options.certificateAuthority() != null);
  }

  @Override
  public ApiStream log(Kubelet kubelet, ContainerName container, PodLogs.Options wanted)
      throws IOException {
    var query = new Query();
    query.flag("follow", wanted.follow());
    query.flag("previous", wanted.previous());
    query.flag("timestamps", wanted.timestamps());
    query.number("tailLines", wanted.tailLines());
    query.number("sinceSeconds", wanted.sinceSeconds());
    query.number("limitBytes", wanted.limitBytes());
    if (wanted.sinceTime() != null) {
      query.add("sinceTime", wanted.sinceTime());
    }
    BackendExchange exchange = begin(kubelet);
    try {
      InputStream body = get(exchange, kubelet, path("containerLogs", container) + query.suffix());
      return new Log(exchange, body);
    } catch (IOException e) {
      exchange.close();
      throw e;
    }
  }

  @Override
  public JsonNode summary(Kubelet kubelet) throws IOException {
    try (BackendExchange exchange = begin(kubelet)) {
      InputStream body = get(exchange, kubelet, "/stats/summary?only_cpu_and_memory=true");
      byte[] bytes = body.readNBytes(MAX_SUMMARY_BYTES + 1);
      if (bytes.length > MAX_SUMMARY_BYTES) {
        throw new IOException("a summary of more than " + MAX_SUMMARY_BYTES + " bytes");
      }
      return Json.MAPPER.readTree(bytes);
    }
  }

  private InputStream get(BackendExchange exchange, Kubelet kubelet, String target)
      throws IOException {
    exchange.send(
        "GET",
        target,
        List.of(
            host(kubelet), new Field("User-Agent", USER_AGENT), new Field("Connection", "close")));
    Head head = exchange.readHead();
    if (head.status() != 200) {
      throw new IOException(message(exchange, "GET", head));
    }
    return exchange.body("GET", head);
  }

  @Override
  public PodSessions.Conversation exec(
      Kubelet kubelet, ContainerName container, List<String> command, SessionStreams streams)
      throws IOException {
    Query query = streams(streams);
    command.forEach(word -> query.add("command", word));
    return converse(kubelet, path("exec", container) + query.suffix(), streams);
  }

  @Override
  public PodSessions.Conversation attach(
      Kubelet kubelet, ContainerName container, SessionStreams streams) throws IOException {
    return converse(kubelet, path("attach", container) + streams(streams).suffix(), streams);
  }

  private PodSessions.Conversation converse(Kubelet kubelet, String target, SessionStreams streams)
      throws IOException {
    // From this version on the status at the end is an object.
    Spdy spdy = upgrade(kubelet, target, "v4.channel.k8s.io");
    return KubeletConversation.begin(spdy, streams, env.tasks());
  }

  @Override
  public Sockets.Connection forward(Kubelet kubelet, String namespace, String pod, int port)
      throws IOException {
    Spdy spdy = upgrade(kubelet, "/portForward/" + namespace + "/" + pod, "portforward.k8s.io");
    return KubeletForward.begin(spdy, port, env.tasks());
  }

  private Spdy upgrade(Kubelet kubelet, String target, String protocol) throws IOException {
    BackendExchange exchange = begin(kubelet);
    try {
      exchange.send(
          "POST",
          target,
          List.of(
              host(kubelet),
              new Field("User-Agent", USER_AGENT),
              new Field("Content-Length", "0"),
              new Field("Connection", "Upgrade"),
              new Field("Upgrade", "SPDY/3.1"),
              new Field("X-Stream-Protocol-Version", protocol)));
      Head head = exchange.readHead();
      if (head.status() != 101) {
        throw new IOException(message(exchange, "POST", head));
      }
      if (!head.value("x-stream-protocol-version").equals(protocol)) {
        throw new IOException("unable to negotiate protocol " + protocol + " with the kubelet");
      }
      return new Spdy(new Link(exchange));
    } catch (IOException e) {
      exchange.close();
      throw e;
    }
  }

  private BackendExchange begin(Kubelet kubelet) throws IOException {
    Sockets.Connection connection;
    try {
      connection = connect(kubelet);
    } catch (IOException e) {
      throw new IOException(
          "error dialing backend: dial tcp " + authority(kubelet) + ": " + e.getMessage(), e);
    }
    return new BackendExchange(connection);
  }

  /** The kubelet's reason for a rejection. */
  private static String message(BackendExchange exchange, String method, Head head)
      throws IOException {
    byte[] text = exchange.body(method, head).readNBytes(MAX_MESSAGE_BYTES);
    String reason = new String(text, StandardCharsets.UTF_8).strip();
    return reason.isEmpty() ? "the kubelet responded with status " + head.status() : reason;
  }

  private static Field host(Kubelet kubelet) {
    return new Field("Host", authority(kubelet));
  }

  private static String authority(Kubelet kubelet) {
    String address = kubelet.address();
    return (address.contains(":") ? "[" + address + "]" : address) + ":" + kubelet.port();
  }

  private static String path(String verb, ContainerName name) {
    return "/" + verb + "/" + name.namespace() + "/" + name.pod() + "/" + name.container();
  }

  private static Query streams(SessionStreams streams) {
    var query = new Query();
    query.bit("input", streams.stdin());
    query.bit("output", streams.stdout());
    query.bit("error", streams.stderr());
    query.bit("tty", streams.tty());
    return query;
  }

  /** The query of a request. */
  private static final class Query {
    private final List<String> parts = new ArrayList<>();

    void add(String name, String value) {
      parts.add(name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8));
    }

    void flag(String name, boolean value) {
      if (value) {
        add(name, "true");
      }
    }

    void bit(String name, boolean value) {
      if (value) {
        add(name, "1");
      }
    }

    void number(String name, @Nullable Long value) {
      if (value != null) {
        add(name, value.toString());
      }
    }

    String suffix() {
      return parts.isEmpty() ? "" : "?" + String.join("&", parts);
    }
  }

  /** The body of a response as it arrives. */
  private record Log(BackendExchange exchange, InputStream body) implements ApiStream {
    @Override
    public int status() {
      return 200;
    }

    @Override
    public ApiResponse errorResponse() {
      throw new IllegalStateException("the log was opened");
    }

    @Override
    public byte @Nullable [] next() throws IOException {
      var buffer = new byte[BUFFER_BYTES];
      int read = body.read(buffer);
      return read < 0 ? null : Arrays.copyOf(buffer, read);
    }

    @Override
    public void close() {
      KubeletConversation.release(exchange);
    }
  }

  /** An upgraded connection to a kubelet. */
  private static final class Link implements UpgradedConnection {
    private final BackendExchange exchange;
    private final ReentrantLock sending = new ReentrantLock();

    Link(BackendExchange exchange) {
      this.exchange = exchange;
    }

    @Override
    public byte @Nullable [] read(int length) throws IOException {
      byte[] bytes = exchange.upgraded().readNBytes(length);
      if (bytes.length == length) {
        return bytes;
      }
      if (bytes.length > 0) {
        throw new IOException("the connection ended within a frame");
      }
      return null;
    }

    @Override
    public void write(byte[] bytes) throws IOException {
      sending.lock();
      try {
        exchange.sendBody(bytes, bytes.length);
      } finally {
        sending.unlock();
      }
    }

    @Override
    public void close() {
      KubeletConversation.release(exchange);
    }
  }
}
