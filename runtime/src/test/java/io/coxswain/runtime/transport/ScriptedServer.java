package io.coxswain.runtime.transport;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/** A server that sends exactly the scripted bytes. */
final class ScriptedServer implements AutoCloseable {
  private static final Pattern LENGTH = Pattern.compile("content-length: (\\d+)");

  /** The script of one connection, numbered from 0. */
  interface Script {
    void run(Peer peer, int number) throws Exception;
  }

  private final ServerSocket server;
  private final Script script;
  private final AtomicInteger connections = new AtomicInteger();
  private final List<Socket> sockets = Collections.synchronizedList(new ArrayList<>());
  private final List<String> requests = Collections.synchronizedList(new ArrayList<>());

  ScriptedServer(Script script) throws IOException {
    this(new ServerSocket(0, 300, InetAddress.getLoopbackAddress()), script);
  }

  ScriptedServer(ServerSocket server, Script script) {
    this.server = server;
    this.script = script;
    Thread.ofVirtual().start(this::accept);
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = server.accept();
        sockets.add(socket);
        int number = connections.getAndIncrement();
        Thread.ofVirtual().start(() -> converse(socket, number));
      }
    } catch (IOException e) {
      // the test has ended
    }
  }

  private void converse(Socket socket, int number) {
    try (socket) {
      script.run(new Peer(socket), number);
    } catch (Exception e) {
      // the client has disconnected
    }
  }

  int port() {
    return server.getLocalPort();
  }

  int connections() {
    return connections.get();
  }

  /** The request lines so far. */
  List<String> requests() {
    return List.copyOf(requests);
  }

  /** A kubeconfig for this server. */
  Kubeconfig kubeconfig(Path dir, String cluster) throws IOException {
    Path file = dir.resolve("kubeconfig-" + port());
    Files.writeString(
        file,
        """
        apiVersion: v1
        kind: Config
        current-context: main
        clusters: [{name: c, cluster: {%s}}]
        users: [{name: u, user: {token: secret}}]
        contexts: [{name: main, context: {cluster: c, user: u}}]
        """
            .formatted(cluster));
    return new Kubeconfig(
        io.coxswain.env.Env.production().files(), Map.of(), file.toString(), null);
  }

  Kubeconfig kubeconfig(Path dir) throws IOException {
    return kubeconfig(dir, "server: \"http://127.0.0.1:" + port() + "\"");
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket socket : List.copyOf(sockets)) {
      socket.close();
    }
  }

  /** The server's end of a connection. */
  final class Peer {
    private final InputStream in;
    private final OutputStream out;

    Peer(Socket socket) throws IOException {
      this.in = new BufferedInputStream(socket.getInputStream());
      this.out = socket.getOutputStream();
    }

    /** The next request, head and body. */
    String request() throws IOException {
      String head = head();
      var length = LENGTH.matcher(head);
      return length.find()
          ? head
              + new String(in.readNBytes(Integer.parseInt(length.group(1))), StandardCharsets.UTF_8)
          : head;
    }

    /** The head of the next request. */
    String head() throws IOException {
      var head = new ByteArrayOutputStream();
      while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
        int c = in.read();
        if (c < 0) {
          throw new IOException("the client has closed the connection");
        }
        head.write(c);
      }
      String text = head.toString(StandardCharsets.ISO_8859_1);
      requests.add(text.substring(0, text.indexOf('\r')));
      return text;
    }

    void say(String text) throws IOException {
      out.write(text.getBytes(StandardCharsets.UTF_8));
      out.flush();
    }

    void answer(String body) throws IOException {
      say("HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
    }

    /** Forwards bytes in both directions until both sides have ended. */
    void pass(Socket onward) throws IOException, InterruptedException {
      Thread back =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      onward.getInputStream().transferTo(out);
                    } catch (IOException e) {
                      // one side has disconnected
                    }
                  });
      in.transferTo(onward.getOutputStream());
      onward.shutdownOutput();
      back.join();
    }

    /** Waits until the client closes; true if it sends nothing before. */
    boolean sawEnd() {
      try {
        return in.read() < 0;
      } catch (IOException e) {
        return true;
      }
    }
  }
}
