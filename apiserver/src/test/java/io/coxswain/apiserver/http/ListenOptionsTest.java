package io.coxswain.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.ApiServer;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.Env;
import io.coxswain.env.tls.TrustEveryone;
import java.io.IOException;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Where a server says that it can be reached. */
@Timeout(60)
final class ListenOptionsTest {
  private static final ListenOptions ADVERTISED =
      new ListenOptions("127.0.0.1", 0, "192.0.2.7", List.of("api.example.com", "198.51.100.3"));

  private final Env env = Env.production();
  private final ApiServer server = ApiServer.create(env);
  private final ApiTransport admin = server.transport("admin", List.of("system:masters"));

  @Test
  void servesACertificateForAllNamesAndAddresses() throws Exception {
    try (HttpsServer front = HttpsServer.start(env, server, ADVERTISED);
        var socket =
            (SSLSocket)
                TrustEveryone.context()
                    .getSocketFactory()
                    .createSocket("127.0.0.1", front.port())) {
      socket.startHandshake();
      var served = (X509Certificate) socket.getSession().getPeerCertificates()[0];

      List<String> names =
          served.getSubjectAlternativeNames().stream().map(each -> (String) each.get(1)).toList();

      assertThat(names)
          .containsExactlyInAnyOrder(
              "localhost",
              "kubernetes",
              "kubernetes.default",
              "kubernetes.default.svc",
              "kubernetes.default.svc.cluster.local",
              "api.example.com",
              "127.0.0.1",
              "192.0.2.7",
              "198.51.100.3",
              "10.96.0.1");
      assertThat(front.advertisedUrl()).isEqualTo("https://192.0.2.7:" + front.port());
      assertThat(front.url()).isEqualTo("https://127.0.0.1:" + front.port());
    }
  }

  @Test
  void publishesTheAdvertisedAddress() throws Exception {
    try (HttpsServer front = HttpsServer.start(env, server, ADVERTISED)) {
      JsonNode endpoints = get("/api/v1/namespaces/default/endpoints/kubernetes");
      JsonNode slice =
          get("/apis/discovery.k8s.io/v1/namespaces/default/endpointslices/kubernetes");
      JsonNode service = get("/api/v1/namespaces/default/services/kubernetes");
      JsonNode document = get("/.well-known/openid-configuration");

      assertThat(endpoints.at("/subsets/0/addresses/0/ip").asText()).isEqualTo("192.0.2.7");
      assertThat(endpoints.at("/subsets/0/ports/0/port").asInt()).isEqualTo(front.port());
      assertThat(slice.at("/endpoints/0/addresses/0").asText()).isEqualTo("192.0.2.7");
      assertThat(slice.at("/ports/0/port").asInt()).isEqualTo(front.port());
      assertThat(service.at("/spec/ports/0/targetPort").asInt()).isEqualTo(front.port());
      assertThat(document.path("jwks_uri").asText())
          .isEqualTo("https://192.0.2.7:" + front.port() + "/openid/v1/jwks");
      assertThat(document.path("issuer").asText()).isEqualTo("https://kubernetes.default.svc");
    }
  }

  @Test
  void replacesTheAddressOfAnEarlierRun() throws Exception {
    HttpsServer.start(env, server, ADVERTISED).close();
    var moved = new ListenOptions("127.0.0.1", 0, "192.0.2.8", List.of());
    try (HttpsServer _ = HttpsServer.start(env, server, moved)) {
      assertThat(
              get("/api/v1/namespaces/default/endpoints/kubernetes")
                  .at("/subsets/0/addresses")
                  .findValuesAsText("ip"))
          .containsExactly("192.0.2.8");
    }
  }

  @Test
  void publishesNoLoopbackAddress() throws Exception {
    try (HttpsServer _ = HttpsServer.start(env, server, 0)) {
      assertThat(
              admin
                  .call(ApiRequest.get("/api/v1/namespaces/default/endpoints/kubernetes"))
                  .status())
          .isEqualTo(404);
    }
  }

  private JsonNode get(String path) throws IOException {
    return Json.tree(admin.call(ApiRequest.get(path)).body());
  }
}
