package io.coxswain.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.bundle.Crds;
import io.coxswain.apiserver.ApiServer;
import io.coxswain.apiserver.Secrets;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.Env;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** An API server without controllers, and a console before it. */
final class ConsoleFixture implements AutoCloseable {
  private static final List<String> MASTERS = List.of("system:masters");

  private final Env env = Env.production();
  private final ApiServer server =
      ApiServer.create(env, ApiServerOptions.plain(), Secrets.inMemory());
  private final ApiTransport admin = server.transport("admin", MASTERS);
  private final ConsoleServer console;
  private final RawHttp http;

  /** A console for the administrator. */
  static ConsoleFixture ofAdministrator(boolean actions) throws IOException {
    return new ConsoleFixture("admin", MASTERS, actions);
  }

  /** A console for a user with the rights that roles grant. */
  static ConsoleFixture of(String user) throws IOException {
    return new ConsoleFixture(user, List.of(), true);
  }

  private ConsoleFixture(String user, List<String> groups, boolean actions) throws IOException {
    for (ObjectNode crd : Crds.training()) {
      create("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", crd);
    }
    this.console =
        ConsoleServer.start(
            env, ConsoleOptions.shared(server.transport(user, groups), actions), link -> {});
    this.http = new RawHttp(console.port());
  }

  ConsoleServer console() {
    return console;
  }

  RawHttp http() {
    return http;
  }

  /** A browser that has logged in. */
  record Browser(String cookie, String csrf) {
    String[] headers() {
      return new String[] {"Cookie: " + cookie, "X-Coxswain-Csrf: " + csrf};
    }

    String[] headers(String another) {
      return new String[] {"Cookie: " + cookie, "X-Coxswain-Csrf: " + csrf, another};
    }
  }

  /** The target of the login link. */
  String loginTarget() {
    return console.loginUrl().substring(console.url().length());
  }

  Browser login() throws IOException {
    RawHttp.Response response = http.get(loginTarget());
    String cookie = response.header("set-cookie").split(";")[0];
    JsonNode session = json(http.get("/api/session", "Cookie: " + cookie).body());
    return new Browser(cookie, session.path("csrf").asText());
  }

  void create(String collection, ObjectNode object) {
    send(ApiRequest.of("POST", collection).body("application/json", Json.bytes(object)));
  }

  /** Creates an object that is given as YAML. */
  void create(String collection, String yaml) {
    try {
      create(collection, (ObjectNode) Json.yamlMapper().readTree(yaml));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void mergePatch(String path, String yaml) {
    try {
      JsonNode patch = Json.yamlMapper().readTree(yaml);
      send(
          ApiRequest.of("PATCH", path)
              .body(
                  "application/merge-patch+json",
                  patch.toString().getBytes(StandardCharsets.UTF_8)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  ObjectNode get(String path) {
    return Json.tree(send(ApiRequest.get(path)).body());
  }

  private ApiResponse send(ApiRequest request) {
    try {
      ApiResponse response = admin.call(request);
      if (!response.ok()) {
        throw new IllegalStateException(
            request + ": " + new String(response.body(), StandardCharsets.UTF_8));
      }
      return response;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static JsonNode json(String text) {
    try {
      return Json.MAPPER.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(text, e);
    }
  }

  @Override
  public void close() {
    console.close();
    server.close();
  }
}
