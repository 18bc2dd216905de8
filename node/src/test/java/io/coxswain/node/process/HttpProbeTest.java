package io.coxswain.node.process;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.coxswain.env.Env;
import io.coxswain.env.Exec;
import io.coxswain.node.network.PodNetwork;
import io.coxswain.runtime.certificates.CertificateAuthority;
import io.coxswain.runtime.certificates.Identity;
import io.coxswain.runtime.certificates.ServingTls;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.HTTPGetAction;
import io.fabric8.kubernetes.api.model.HTTPGetActionBuilder;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class HttpProbeTest {
  private final Env env = Env.production();
  private final AtomicReference<String> request = new AtomicReference<>("");
  private final HttpHandler recorder =
      exchange -> {
        var headers = new StringBuilder(exchange.getRequestURI().toString());
        new TreeMap<>(exchange.getRequestHeaders())
            .forEach((name, values) -> headers.append(' ').append(name).append('=').append(values));
        request.set(headers.toString());
        exchange.sendResponseHeaders(
            exchange.getRequestURI().getPath().equals("/broken") ? 500 : 200, -1);
        exchange.close();
      };
  private @Nullable HttpServer server;

  @AfterEach
  void stop() {
    if (server != null) {
      server.stop(0);
    }
  }

  private static InetSocketAddress anyPort() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  private void serve(HttpServer created) {
    server = created;
    created.createContext("/", recorder);
    created.start();
  }

  private Optional<String> probe(HTTPGetAction action) {
    var place =
        new Handlers.Place(
            new ContainerBuilder().withName("c").build(),
            new Exec.Command(List.of("true"), new TreeMap<>(), Path.of("/"), (_, _) -> {}),
            text -> text,
            "10.65.0.1");
    return new Handlers(env, new PodNetwork(false))
        .run(place, new Handlers.Action(null, action, null, null), Duration.ofSeconds(30));
  }

  private HTTPGetActionBuilder get(String path) {
    return new HTTPGetActionBuilder().withHost("127.0.0.1").withPath(path).withNewPort(port());
  }

  private int port() {
    return requireNonNull(server).getAddress().getPort();
  }

  @Test
  void sendsTheHeadersOfAKubelet() throws Exception {
    serve(HttpServer.create(anyPort(), 0));

    assertThat(probe(get("/ready?full=1").build())).isEmpty();

    assertThat(request.get())
        .isEqualTo(
            "/ready?full=1 Accept=[*/*] Connection=[close] Host=[127.0.0.1:%d]".formatted(port())
                + " User-agent=[kube-probe/1.35]");
  }

  @Test
  void headersOfTheProbeReplaceThoseSentByDefault() throws Exception {
    serve(HttpServer.create(anyPort(), 0));

    HTTPGetAction action =
        get("/")
            .addNewHttpHeader("host", "example.com")
            .addNewHttpHeader("Accept", "")
            .addNewHttpHeader("X-Check", "1")
            .addNewHttpHeader("X-Check", "2")
            .build();
    assertThat(probe(action)).isEmpty();

    assertThat(request.get())
        .isEqualTo(
            "/ Connection=[close] Host=[example.com] User-agent=[kube-probe/1.35]"
                + " X-check=[1, 2]");
  }

  @Test
  void aStatusOf500IsAFailure() throws Exception {
    serve(HttpServer.create(anyPort(), 0));

    assertThat(probe(get("/broken").build())).hasValue("HTTP probe failed with statuscode: 500");
  }

  @Test
  void aHeaderWithALineBreakIsNotSent() throws Exception {
    serve(HttpServer.create(anyPort(), 0));

    HTTPGetAction action = get("/").addNewHttpHeader("X-Check", "1\r\nX-Other: 2").build();

    assertThat(probe(action)).hasValue("the value of header X-Check contains a line break");
    assertThat(request.get()).isEmpty();
  }

  @Test
  void httpsAcceptsAnyCertificate() throws Exception {
    Identity unknown =
        CertificateAuthority.create(
                "ca", "test", env.clock().now(), Duration.ofDays(1), env.entropy())
            .issue(
                List.of("elsewhere.example"), env.clock().now(), Duration.ofDays(1), env.entropy());
    HttpsServer encrypted = HttpsServer.create(anyPort(), 0);
    encrypted.setHttpsConfigurator(
        new HttpsConfigurator(ServingTls.of(() -> unknown, null).context()));
    serve(encrypted);

    assertThat(probe(get("/").withScheme("HTTPS").build())).isEmpty();
    assertThat(probe(get("/broken").withScheme("HTTPS").build()))
        .hasValue("HTTP probe failed with statuscode: 500");
    assertThat(probe(get("/").build())).isPresent();
  }
}
