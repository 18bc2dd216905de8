package io.coxswain.bench;

import io.coxswain.env.Env;
import io.coxswain.runtime.certificates.CertificateAuthority;
import io.coxswain.runtime.certificates.Identity;
import io.helidon.common.tls.Tls;
import io.helidon.common.tls.TlsClientAuth;
import io.helidon.webserver.WebServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The HTTP stack of the API server with nothing behind it: a program that responds to each request
 * with the request's body. Its argument is the path of the kubeconfig to write.
 */
public final class EchoServer {
  private static final Logger HELIDON = Logger.getLogger("io.helidon");

  private EchoServer() {}

  public static void main(String... arguments) throws Exception {
    HELIDON.setLevel(Level.WARNING);
    Env env = Env.production();
    var now = env.clock().now();
    CertificateAuthority authority =
        CertificateAuthority.create("echo", "echo", now, Duration.ofDays(1), env.entropy());
    Identity identity =
        authority.issue(List.of("localhost"), now, Duration.ofDays(1), env.entropy());
    WebServer web =
        WebServer.builder()
            .host("127.0.0.1")
            .port(0)
            .shutdownHook(false)
            .connectionOptions(socket -> socket.tcpNoDelay(true))
            .tls(
                Tls.builder()
                    .privateKey(identity.key())
                    .addPrivateKeyCertChain(identity.chain().getFirst())
                    .addTrust(authority.certificate())
                    .clientAuth(TlsClientAuth.OPTIONAL)
                    .build())
            .routing(
                routing ->
                    routing.any(
                        (request, response) -> response.send(request.content().as(byte[].class))))
            .build()
            .start();
    env.files()
        .write(
            Path.of(arguments[0]),
            """
            {"apiVersion": "v1", "kind": "Config", "current-context": "echo",
             "clusters": [{"name": "echo", "cluster": {"server": "https://127.0.0.1:%d",
                                                       "insecure-skip-tls-verify": true}}],
             "users": [{"name": "echo", "user": {}}],
             "contexts": [{"name": "echo", "context": {"cluster": "echo", "user": "echo"}}]}
            """
                .formatted(web.port())
                .getBytes(StandardCharsets.UTF_8));
    System.out.println("ready");
    env.clock().sleep(Duration.ofDays(1));
  }
}
