package io.coxswain.apiserver.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.Secrets;
import io.coxswain.env.Env;
import io.coxswain.env.Sockets;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * The HTTPS server of a kubelet, as far as the API server uses it. It listens on the loopback
 * address; {@link #network} leads there from the address of the node.
 */
final class FakeKubelet implements Closeable {
  static final String ADDRESS = "192.0.2.10";
  static final int PORT = 10250;

  private final Env env;
  private final SSLServerSocket listener;
  final List<String> targets = new CopyOnWriteArrayList<>();
  final List<String> users = new CopyOnWriteArrayList<>();

  /**
   * @param servedAddress the address that its certificate is valid for
   */
  FakeKubelet(Env env, Secrets secrets, String servedAddress) throws Exception {
    this.env = env;
    var certificates = new Certificates(env, secrets);
    Certificates.Identity identity = certificates.server("node", List.of(), List.of(servedAddress));
    KeyStore own = KeyStore.getInstance("JKS");
    own.load(null, null);
    own.setKeyEntry(
        "kubelet", identity.key(), new char[0], new Certificate[] {identity.certificate()});
    var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(own, new char[0]);
    KeyStore trusted = KeyStore.getInstance("JKS");
    trusted.load(null, null);
    trusted.setCertificateEntry("ca", certificates.authority());
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    this.listener = (SSLServerSocket) context.getServerSocketFactory().createServerSocket(0);
    listener.setNeedClientAuth(true);
    env.tasks().spawn("kubelet", this::accept);
  }

  /** An environment in which the node's address leads to this kubelet, and no other anywhere. */
  Env network() {
    var sockets =
        new Sockets() {
          @Override
          public Connection connect(String address, int port) throws IOException {
            if (!address.equals(ADDRESS) || port != PORT) {
              throw new IOException("no route to " + address + ":" + port);
            }
            return env.sockets().connect("127.0.0.1", listener.getLocalPort());
          }

          @Override
          public Listener listen(String address, int port) throws IOException {
            return env.sockets().listen(address, port);
          }
        };
    return new Env(
        env.clock(),
        env.timers(),
        env.tasks(),
        env.entropy(),
        env.files(),
        env.exec(),
        env.api(),
        env.http(),
        sockets);
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        var socket = (SSLSocket) listener.accept();
        env.tasks().spawn("kubelet connection", () -> serve(socket));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(SSLSocket socket) {
    try (socket) {
      socket.startHandshake();
      var client = (X509Certificate) socket.getSession().getPeerCertificates()[0];
      users.add(client.getSubjectX500Principal().getName());
      var in = new BufferedInputStream(socket.getInputStream());
      String[] request = line(in).split(" ");
      while (!line(in).isEmpty()) {
        // the header does not matter
      }
      targets.add(request[0] + " " + request[1]);
      respond(request[1], in, socket);
    } catch (IOException e) {
      return; // the client has left
    }
  }

  private void respond(String target, InputStream in, SSLSocket socket) throws IOException {
    OutputStream out = socket.getOutputStream();
    if (target.startsWith("/containerLogs/default/waiting/")) {
      send(out, "400 Bad Request", "text/plain", "container \"c\" in pod \"waiting\" is waiting");
    } else if (target.startsWith("/containerLogs/")) {
      out.write(
          utf8(
              "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n6\r\nfirst\n\r\n7\r\nsecond\n\r\n0\r\n\r\n"));
      out.flush();
    } else if (target.startsWith("/stats/summary")) {
      send(out, "200 OK", "application/json", summary());
    } else if (target.equals("/healthz")) {
      send(out, "200 OK", "text/plain", "ok");
    } else if (target.startsWith("/exec/default/gone/")) {
      send(out, "404 Not Found", "text/plain", "pod does not exist");
    } else if (target.startsWith("/portForward/")) {
      upgrade(out, "portforward.k8s.io");
      new Forward(new Spdy(new Wire(in, out, socket))).run();
    } else {
      upgrade(out, "v4.channel.k8s.io");
      new Command(new Spdy(new Wire(in, out, socket)), target).run();
    }
  }

  private static String summary() {
    return """
    {"node": {"nodeName": "n",
              "cpu": {"time": "2026-01-01T00:00:00Z", "usageNanoCores": 250000000},
              "memory": {"time": "2026-01-01T00:00:00Z", "workingSetBytes": 104857600}},
     "pods": [{"podRef": {"name": "p", "namespace": "default"},
               "containers": [{"name": "c",
                 "cpu": {"time": "2026-01-01T00:00:00Z", "usageNanoCores": 1000000},
                 "memory": {"time": "2026-01-01T00:00:00Z", "workingSetBytes": 2097152}}]},
              {"podRef": {"name": "deleted", "namespace": "default"},
               "containers": [{"name": "c",
                 "cpu": {"time": "2026-01-01T00:00:00Z", "usageNanoCores": 1000000},
                 "memory": {"time": "2026-01-01T00:00:00Z", "workingSetBytes": 2097152}}]}]}
    """;
  }

  private static void send(OutputStream out, String status, String type, String body)
      throws IOException {
    out.write(
        utf8(
            "HTTP/1.1 %s\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s"
                .formatted(status, type, utf8(body).length, body)));
    out.flush();
  }

  private static void upgrade(OutputStream out, String protocol) throws IOException {
    out.write(
        utf8(
            "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\nX-Stream-Protocol-Version: %s\r\n\r\n"
                .formatted(protocol)));
    out.flush();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String line(InputStream in) throws IOException {
    var line = new StringBuilder();
    for (int b = in.read(); b >= 0 && b != '\n'; b = in.read()) {
      line.append((char) b);
    }
    return line.toString().strip();
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }

  /** The connection after the upgrade. */
  private record Wire(InputStream in, OutputStream out, SSLSocket socket)
      implements UpgradedConnection {
    @Override
    public byte @Nullable [] read(int length) throws IOException {
      byte[] bytes = in.readNBytes(length);
      return bytes.length == length ? bytes : null;
    }

    @Override
    public void write(byte[] bytes) throws IOException {
      out.write(bytes);
      out.flush();
    }

    @Override
    public void close() {
      try {
        socket.close();
      } catch (IOException e) {
        return; // closed in any case
      }
    }
  }

  /**
   * A program that repeats its input in upper case, prints the sizes of its terminal, and ends with
   * the code that is its command when its input ends.
   */
  private static final class Command implements Spdy.Listener {
    private final Spdy spdy;
    private final String target;
    private final Map<String, Integer> streams = new TreeMap<>();

    Command(Spdy spdy, String target) {
      this.spdy = spdy;
      this.target = target;
    }

    void run() throws IOException {
      spdy.run(this);
    }

    @Override
    public void opened(int stream, Map<String, String> headers) throws IOException {
      String type = headers.getOrDefault("streamtype", "");
      streams.put(type, stream);
      spdy.reply(stream);
      boolean complete = streams.size() == 1 + expected().size();
      if (complete && streams.containsKey("stderr")) {
        send("stderr", "started\n");
      }
      if (complete && !target.contains("input=1") && !target.contains("tty=1")) {
        end();
      }
    }

    private List<String> expected() {
      var all = new ArrayList<String>();
      Map.of("input=1", "stdin", "output=1", "stdout", "error=1", "stderr", "tty=1", "resize")
          .forEach(
              (flag, stream) ->
                  Optional.of(stream).filter(_ -> target.contains(flag)).ifPresent(all::add));
      return all;
    }

    private void send(String type, String text) throws IOException {
      Integer stream = streams.get(type);
      if (stream != null) {
        spdy.send(stream, utf8(text), utf8(text).length);
      }
    }

    @Override
    public void received(int stream, byte[] data) throws IOException {
      String text = new String(data, StandardCharsets.UTF_8);
      if (Integer.valueOf(stream).equals(streams.get("resize"))) {
        send("stdout", "size " + text + "\n");
      } else {
        send("stdout", text.toUpperCase(Locale.ROOT));
      }
    }

    @Override
    public void ended(int stream) throws IOException {
      if (Integer.valueOf(stream).equals(streams.get("stdin"))) {
        end();
      }
    }

    private void end() throws IOException {
      String code = target.replaceFirst(".*command=(\\d+).*", "$1");
      ObjectNode status = Json.MAPPER.createObjectNode();
      status.putObject("metadata");
      if (code.equals("0")) {
        status.put("status", "Success");
      } else {
        status.put("status", "Failure").put("reason", "NonZeroExitCode");
        status
            .putObject("details")
            .putArray("causes")
            .addObject()
            .put("reason", "ExitCode")
            .put("message", code);
      }
      send("error", status.toString());
      for (int each : streams.values()) {
        spdy.end(each);
      }
      spdy.close();
    }
  }

  /** Repeats the bytes of a connection to port 80; nothing listens on other ports. */
  private static final class Forward implements Spdy.Listener {
    private final Spdy spdy;
    private int errors;
    private int data;
    private boolean open;

    Forward(Spdy spdy) {
      this.spdy = spdy;
    }

    void run() throws IOException {
      spdy.run(this);
    }

    @Override
    public void opened(int stream, Map<String, String> headers) throws IOException {
      spdy.reply(stream);
      if (headers.getOrDefault("streamtype", "").equals("error")) {
        errors = stream;
        return;
      }
      data = stream;
      open = headers.getOrDefault("port", "").equals("80");
      if (!open) {
        byte[] why = utf8("connection refused by the pod");
        spdy.send(errors, why, why.length);
        spdy.end(errors);
      }
    }

    @Override
    public void received(int stream, byte[] bytes) throws IOException {
      if (open && stream == data) {
        spdy.send(data, bytes, bytes.length);
      }
    }

    @Override
    public void ended(int stream) throws IOException {
      if (stream == data) {
        spdy.end(data);
      }
    }
  }
}
