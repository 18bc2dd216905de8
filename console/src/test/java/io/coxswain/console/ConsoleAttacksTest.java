package io.coxswain.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiStream;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.ApiWatch;
import io.coxswain.env.Env;
import io.coxswain.evidence.Attack;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConsoleAttacksTest {
  private ConsoleFixture fixture;
  private RawHttp http;

  @BeforeEach
  void start() throws IOException {
    fixture = ConsoleFixture.ofAdministrator(true);
    http = fixture.http();
  }

  @AfterEach
  void stop() {
    fixture.close();
  }

  @Test
  @Attack("a page whose name is rebound to the loopback address, to read the console")
  void requestsForAnotherHostNameAreRejected() throws IOException {
    ConsoleFixture.Browser browser = fixture.login();

    RawHttp.Response response =
        http.get("/api/view?view=trainings", browser.headers("Host: evil.example:80"));

    assertThat(response.status()).isEqualTo(403);
    assertThat(response.body()).contains("\"reason\":\"Host\"");
    assertThat(http.get("/", "Host: 127.0.0.1.evil.example").status()).isEqualTo(403);
  }

  @Test
  @Attack("a form of another site that posts an action to the console")
  void requestsFromAnotherOriginAreRejected() throws IOException {
    ConsoleFixture.Browser browser = fixture.login();

    for (String origin : List.of("https://evil.example", "http://127.0.0.1:1", "null")) {
      RawHttp.Response response =
          http.post(
              "/api/actions/cordon",
              "{\"ref\":\"core/v1/nodes/_/a\"}",
              browser.headers("Origin: " + origin));

      assertThat(response.status()).as(origin).isEqualTo(403);
      assertThat(response.body()).contains("\"reason\":\"Origin\"");
    }
  }

  @Test
  @Attack("an action that carries the cookie of a session but not its CSRF token")
  void actionsWithoutTheTokenOfTheSessionAreRejected() throws IOException {
    ConsoleFixture.Browser browser = fixture.login();
    ConsoleFixture.Browser other = fixture.login();
    String body = "{\"ref\":\"core/v1/nodes/_/a\"}";

    RawHttp.Response without =
        http.post("/api/actions/cordon", body, "Cookie: " + browser.cookie());
    RawHttp.Response wrong =
        http.post(
            "/api/actions/cordon",
            body,
            "Cookie: " + browser.cookie(),
            "X-Coxswain-Csrf: " + other.csrf());

    assertThat(without.status()).isEqualTo(403);
    assertThat(without.body()).contains("\"reason\":\"CSRF\"");
    assertThat(wrong.status()).isEqualTo(403);
  }

  @Test
  @Attack("a form with a content type that needs no preflight request")
  void actionsThatAreNotJsonAreRejected() throws IOException {
    ConsoleFixture.Browser browser = fixture.login();

    RawHttp.Response response =
        http.send(
            "POST",
            "/api/actions/cordon",
            "{\"ref\":\"core/v1/nodes/_/a\"}",
            browser.headers("Content-Type: text/plain"));

    assertThat(response.status()).isEqualTo(415);
  }

  @Test
  @Attack("a login link that is read from a terminal or a history and used again")
  void aLoginLinkWorksOnce() throws IOException {
    String link = fixture.loginTarget();

    assertThat(http.get(link).status()).isEqualTo(303);
    RawHttp.Response again = http.get(link);

    assertThat(again.status()).isEqualTo(403);
    assertThat(again.headers()).doesNotContainKey("set-cookie");
  }

  @Test
  @Attack("a guessed login link")
  void aGuessedLoginLinkIsRejected() throws IOException {
    assertThat(http.get("/login?token=AAAA").status()).isEqualTo(403);
    assertThat(http.get("/login").status()).isEqualTo(403);
    assertThat(http.get(fixture.loginTarget()).status()).isEqualTo(303);
  }

  @Test
  @Attack("requests without a session, or with a made-up one")
  void dataIsOnlyForSessions() throws IOException {
    String cookie = "coxswain-console-" + fixture.console().port() + "=AAAA";

    assertThat(http.get("/api/view?view=trainings").status()).isEqualTo(401);
    assertThat(http.get("/api/stream?view=trainings", "Cookie: " + cookie).status()).isEqualTo(401);
    assertThat(http.get("/api/table?kind=core/v1/secrets").status()).isEqualTo(401);
    assertThat(http.post("/api/actions/cordon", "{}").status()).isEqualTo(401);
  }

  @Test
  void theCookieOfASessionIsOutOfReachOfScriptsAndOtherSites() throws IOException {
    String cookie = http.get(fixture.loginTarget()).header("set-cookie");

    assertThat(cookie).contains("; HttpOnly").contains("; SameSite=Strict").contains("; Path=/");
    assertThat(cookie).startsWith("coxswain-console-" + fixture.console().port() + "=");
  }

  @Test
  void aSessionEndsWithItsLogout() throws IOException {
    ConsoleFixture.Browser browser = fixture.login();

    assertThat(http.post("/api/logout", "{}", browser.headers()).status()).isEqualTo(204);

    assertThat(http.get("/api/view?view=trainings", browser.headers()).status()).isEqualTo(401);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/assets/../ConsoleServer.class",
        "/assets/%2e%2e/%2e%2e/ConsoleServer.class",
        "/assets/..%2fConsoleServer.class",
        "/assets//etc/passwd",
        "/assets/.hidden.js",
        "/lib/lit-html/../../../META-INF/MANIFEST.MF",
        "/lib/lit-html/development/lit-html.js",
        "/lib/other/x.js"
      })
  @Attack("a path that leaves the folder of the static files")
  void staticFilesAreOnlyThoseOfThePages(String target) throws IOException {
    RawHttp.Response response = http.get(target);

    assertThat(response.body()).doesNotContain("Manifest-Version").doesNotContain("root:");
    boolean page = response.status() == 200 && response.header("content-type").contains("html");
    assertThat(page || response.status() == 404 || response.status() == 400)
        .as("%s: %s", target, response.status())
        .isTrue();
  }

  @Test
  @Attack("a request body of megabytes")
  void largeBodiesAreRejected() throws IOException {
    ConsoleFixture.Browser browser = fixture.login();

    RawHttp.Response response =
        http.post("/api/actions/cordon", "\"" + "a".repeat(70_000) + "\"", browser.headers());

    assertThat(response.status()).isEqualTo(413);
  }

  @Test
  @Attack("more open streams than a browser needs")
  void streamsOfASessionAreLimited() throws IOException {
    ConsoleFixture.Browser browser = fixture.login();
    var open = new ArrayList<RawHttp.Events>();
    try {
      for (int i = 0; i < 12; i++) {
        RawHttp.Events events = http.events("/api/stream?view=trainings", browser.headers());
        open.add(events);
        events.next("snapshot");
      }

      assertThatThrownBy(() -> http.events("/api/stream?view=trainings", browser.headers()))
          .hasMessageContaining(" 429 ");
    } finally {
      for (RawHttp.Events events : open) {
        events.close();
      }
    }
  }

  /** The server notices that a connection was closed only when it writes the next event. */
  @Test
  void streamsThatABrowserHasClosedMakeRoomForOthers() throws IOException {
    ConsoleFixture.Browser browser = fixture.login();
    var open = new ArrayList<RawHttp.Events>();
    try {
      for (int i = 0; i < 12; i++) {
        String path =
            i % 2 == 0 ? "/api/stream?view=trainings" : "/api/logs?namespace=default&pod=p";
        RawHttp.Events events = http.events(path + "&stream=page-" + i, browser.headers());
        open.add(events);
        if (i % 2 == 0) {
          events.next("snapshot");
        }
      }

      String next = "/api/stream?view=trainings&stream=page-12&closed=page-3,page-4";
      RawHttp.Events events = http.events(next, browser.headers());
      open.add(events);

      events.next("snapshot");
      open.get(3).next("bye");
      open.get(4).next("bye");
    } finally {
      for (RawHttp.Events events : open) {
        events.close();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "core/v1/pods/../secrets",
        "core/v1/pods/default/x%3Fwatch%3Dtrue",
        "core/v1/pods/default/x/log",
        "core/v1/..%2f..%2fapis/default/x",
        "a"
      })
  @Attack("a reference to an object that is a path to something else")
  void referencesAreNamesOfObjects(String ref) throws IOException {
    ConsoleFixture.Browser browser = fixture.login();

    RawHttp.Response response = http.get("/api/view?view=object&ref=" + ref, browser.headers());

    assertThat(response.status()).isEqualTo(400);
  }

  @Test
  @Attack("reading the values of a Secret from a page that is shown to others")
  void valuesOfSecretsAreNotShown() throws IOException {
    ConsoleFixture.Browser browser = fixture.login();
    fixture.create(
        "/api/v1/namespaces/default/secrets",
        """
        apiVersion: v1
        kind: Secret
        metadata: {name: s, namespace: default}
        stringData: {password: correct-horse}
        """);

    String body =
        http.get("/api/view?view=object&ref=core/v1/secrets/default/s", browser.headers()).body();

    assertThat(body).contains("password: (13 bytes)");
    assertThat(body).doesNotContain("correct-horse").doesNotContain("Y29ycmVjdC1ob3JzZQ");
  }

  @Test
  void actionsNeedAllowActions() throws IOException {
    try (var readOnly = ConsoleFixture.ofAdministrator(false)) {
      ConsoleFixture.Browser browser = readOnly.login();

      RawHttp.Response response =
          readOnly
              .http()
              .post("/api/actions/cordon", "{\"ref\":\"core/v1/nodes/_/a\"}", browser.headers());

      assertThat(response.status()).isEqualTo(403);
      assertThat(response.body()).contains("\"reason\":\"ReadOnly\"");
    }
  }

  @Test
  @Attack("using the console's own credentials in the name of a user without any")
  void aConsoleForUsersSendsOnlyTheirCredentials() throws IOException {
    var recorded = new Recorder();
    var options =
        new ConsoleOptions(
            "0", new ConsoleOptions.PerUser(recorded), "", true, "", "test", List.of());
    try (ConsoleServer console = ConsoleServer.start(Env.production(), options, link -> {})) {
      var users = new RawHttp(console.port());

      assertThat(users.get("/login?token=").status()).isEqualTo(403);
      assertThat(users.post("/api/login", "{\"token\":\"\"}").status()).isEqualTo(401);
      assertThat(users.post("/api/login", "{\"token\":\"a b\"}").status()).isEqualTo(401);
      assertThat(recorded.authorizations).isEmpty();

      assertThat(users.post("/api/login", "{\"token\":\"alice\"}").status()).isEqualTo(401);
      assertThat(users.get("/api/view?view=trainings", "Authorization: Bearer bob").status())
          .isEqualTo(401);
      assertThat(recorded.authorizations).containsExactly("Bearer alice", "Bearer bob");
    }
  }

  /** An API server that accepts nobody. */
  private static final class Recorder implements ApiTransport {
    private final List<String> authorizations = new ArrayList<>();

    @Override
    public ApiResponse call(ApiRequest request) {
      authorizations.add(String.valueOf(request.header("authorization")));
      return new ApiResponse(401, new TreeMap<>(), new byte[0]);
    }

    @Override
    public ApiWatch watch(ApiRequest request) throws IOException {
      throw new IOException("not expected");
    }

    @Override
    public ApiStream open(ApiRequest request) throws IOException {
      throw new IOException("not expected");
    }
  }

  @Test
  void everyResponseForbidsForeignScriptsAndFrames() throws IOException {
    for (String target : List.of("/", "/api/session", "/assets/app.js", "/login?token=x")) {
      RawHttp.Response response = http.get(target);

      assertThat(response.header("content-security-policy"))
          .as(target)
          .contains("default-src 'none'")
          .contains("script-src 'self'")
          .contains("frame-ancestors 'none'")
          .doesNotContain("unsafe");
      assertThat(response.header("x-content-type-options")).isEqualTo("nosniff");
      assertThat(response.header("x-frame-options")).isEqualTo("DENY");
      assertThat(response.header("referrer-policy")).isEqualTo("no-referrer");
    }
  }
}
