package io.coxswain.runtime.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiWatch;
import io.coxswain.env.Env;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * More streams than a kube-apiserver allows on one HTTP/2 connection (100), against a server that
 * prefers HTTP/2.
 */
@Timeout(60)
class ManyStreamsTest {
  private static final int WATCHES = 70;
  private static final int REQUESTS = 200;

  private final List<String> spoken = Collections.synchronizedList(new ArrayList<>());
  private final CountDownLatch release = new CountDownLatch(1);

  @Test
  void servesSeventyWatchesAndTwoHundredRequestsConcurrently(@TempDir Path dir) throws Exception {
    Env env = Env.production();
    TestingIdentity identity = TestingIdentity.create();
    try (SSLServerSocket server = serve(identity);
        var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      Thread.ofPlatform().daemon().start(() -> accept(server));
      HttpTransport transport =
          HttpTransport.to(
              new Kubeconfig(
                  env.files(), Map.of(), kubeconfig(dir, identity, server).toString(), null));

      var watches = new ArrayList<ApiWatch>();
      for (int i = 0; i < WATCHES; i++) {
        watches.add(transport.watch(ApiRequest.get("/watch")));
      }
      var answers = new ArrayList<Future<Integer>>();
      for (int i = 0; i < REQUESTS; i++) {
        answers.add(executor.submit(() -> transport.call(ApiRequest.get("/x")).status()));
      }

      for (Future<Integer> answer : answers) {
        assertThat(answer.get()).isEqualTo(200);
      }
      assertThat(watches).allMatch(watch -> watch.status() == 200);
      assertThat(spoken).hasSizeGreaterThan(WATCHES).containsOnly("http/1.1");
      release.countDown();
      watches.forEach(ApiWatch::close);
    }
  }

  private static SSLServerSocket serve(TestingIdentity identity) throws IOException {
    return (SSLServerSocket)
        identity
            .server()
            .getServerSocketFactory()
            .createServerSocket(0, 300, InetAddress.getLoopbackAddress());
  }

  private void accept(SSLServerSocket server) {
    try {
      while (true) {
        Socket socket = server.accept();
        Thread.ofPlatform().daemon().start(() -> converse((SSLSocket) socket));
      }
    } catch (IOException e) {
      // the test has ended
    }
  }

  /** Prefers HTTP/2 if it is offered but does not implement it, so the client must not offer it. */
  private void converse(SSLSocket socket) {
    try (socket) {
      socket.setHandshakeApplicationProtocolSelector(
          (_, offered) -> offered.contains("h2") ? "h2" : offered.isEmpty() ? "" : "http/1.1");
      socket.startHandshake();
      String protocol = socket.getApplicationProtocol();
      spoken.add(protocol.isEmpty() ? "http/1.1" : protocol);
      var in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
      OutputStream out = socket.getOutputStream();
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        boolean watch = line.startsWith("GET /watch");
        while (!line.isEmpty()) {
          line = in.readLine();
        }
        String rest = watch ? "transfer-encoding: chunked\r\n\r\n" : "content-length: 2\r\n\r\n{}";
        out.write(("HTTP/1.1 200 OK\r\n" + rest).getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
        if (watch) {
          release.await();
          return;
        }
      }
    } catch (IOException e) {
      // the client has disconnected
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Path kubeconfig(Path dir, TestingIdentity identity, SSLServerSocket server)
      throws IOException {
    Path file = dir.resolve("kubeconfig");
    Files.writeString(
        file,
        """
        apiVersion: v1
        kind: Config
        current-context: main
        clusters: [{name: c, cluster: {server: "https://localhost:%d", certificate-authority-data: "%s"}}]
        users: [{name: u, user: {token: secret}}]
        contexts: [{name: main, context: {cluster: c, user: u}}]
        """
            .formatted(server.getLocalPort(), identity.authority()));
    return file;
  }
}
