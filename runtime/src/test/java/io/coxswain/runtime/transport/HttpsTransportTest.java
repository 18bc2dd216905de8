package io.coxswain.runtime.transport;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.net.InetSocketAddress;

/** The same tests over TLS. */
class HttpsTransportTest extends HttpTransportTest {
  private String authority = "";

  @Override
  HttpServer create(InetSocketAddress address) throws Exception {
    TestingIdentity identity = TestingIdentity.create();
    authority = identity.authority();
    HttpsServer server = HttpsServer.create(address, 0);
    server.setHttpsConfigurator(new HttpsConfigurator(identity.server()));
    return server;
  }

  @Override
  String cluster(int port) {
    return "{server: \"https://127.0.0.1:%d\", certificate-authority-data: \"%s\"}"
        .formatted(port, authority);
  }
}
