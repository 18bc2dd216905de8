package io.coxswain.real.differential;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.ApiServer;
import io.coxswain.apiserver.http.HttpsServer;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.Env;
import io.coxswain.real.Listed;
import io.coxswain.real.RealEnvironment;
import io.coxswain.real.Tally;
import io.coxswain.real.differential.Mutations.Spoiled;
import io.coxswain.real.differential.Samples.Sample;
import io.coxswain.runtime.transport.HttpTransport;
import io.coxswain.runtime.transport.Kubeconfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The same requests to the embedded API server and to the real one. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class DifferentialIT {
  /** How many spoiled objects of each kind; more with {@code -Dcoxswain.spoiled}. */
  private static final int SPOILED = Integer.getInteger("coxswain.spoiled", 12);

  private static final long SEED = Long.getLong("coxswain.seed", 1);

  private final Samples samples = Samples.read();
  private final Listed deliberate = Listed.read("/differences.txt");
  private final List<String> unexplained = new ArrayList<>();
  private int requests;
  private int conversations;
  private @Nullable HttpsServer front;
  private @Nullable ApiTransport real;
  private @Nullable ApiTransport ours;

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    RealEnvironment.removeCustomKinds();
    Env env = Env.production();
    front =
        HttpsServer.start(env, ApiServer.create(env, ApiServerOptions.plain().withPrivileged()), 0);
    Path kubeconfig = folder.resolve("kubeconfig");
    front.writeKubeconfig(kubeconfig);
    ours = HttpTransport.to(new Kubeconfig(env.files(), Map.of(), kubeconfig.toString(), null));
    real = RealEnvironment.administrator();
  }

  @AfterAll
  void stop() throws IOException {
    if (front != null) {
      front.close();
    }
    RealEnvironment.reset();
    Tally.note(
        "told both servers: "
            + requests
            + " requests in "
            + conversations
            + " conversations, "
            + deliberate.size()
            + " deliberate differences, "
            + unexplained.size()
            + " unexplained");
    Tally.fact("differential", requests);
    Tally.fact("conversations", conversations);
    Tally.fact("differential.deliberate", deliberate.size());
    Path report = Path.of("target", "differences.txt");
    Files.createDirectories(Path.of("target"));
    Files.writeString(report, String.join("\n", unexplained) + "\n", StandardCharsets.UTF_8);
    assertThat(deliberate.unused()).as("entries of differences.txt that nothing needs").isEmpty();
  }

  private interface Talk {
    void about(Conversation talk, String namespace) throws IOException;
  }

  private DynamicTest test(String name, Talk talk) {
    return DynamicTest.dynamicTest(name, () -> converse(name, talk));
  }

  private void converse(String name, Talk talk) throws IOException {
    if (real == null || ours == null) {
      throw new IllegalStateException("not started");
    }
    String namespace = "t-diff-" + ++conversations;
    byte[] body =
        Json.bytes(
            Map.of("apiVersion", "v1", "kind", "Namespace", "metadata", Map.of("name", namespace)));
    for (ApiTransport each : List.of(real, ours)) {
      var created =
          each.call(ApiRequest.of("POST", "/api/v1/namespaces").body("application/json", body));
      assertThat(created.status()).isEqualTo(201);
    }
    var conversation = new Conversation(name, namespace, real, ours);
    talk.about(conversation, namespace);
    requests += conversation.requests();
    List<String> left = deliberate.unexplained(conversation.lines());
    unexplained.addAll(left);
    assertThat(left).isEmpty();
  }

  @TestFactory
  Stream<DynamicTest> theLifeOfAnObjectOfEachKind() {
    return samples.byKind().values().stream()
        .flatMap(
            all ->
                all.stream()
                    .filter(Sample::good)
                    .filter(sample -> isPlain(sample.body().path("metadata").path("name").asText()))
                    .limit(1))
        .map(
            sample ->
                test(
                    sample.kind(),
                    (talk, namespace) -> new KindRequests(talk, namespace, sample).ask()));
  }

  /** Not one that the recorded conversation fills in. */
  private static boolean isPlain(String name) {
    return !name.isEmpty() && !name.contains("$");
  }

  @TestFactory
  Stream<DynamicTest> spoiledObjectsOfEachKind() {
    return samples.byKind().entrySet().stream()
        .map(
            kind ->
                test(
                    "spoiled " + kind.getKey(),
                    (talk, namespace) -> spoil(talk, namespace, kind.getValue())));
  }

  private static void spoil(Conversation talk, String namespace, List<Sample> all)
      throws IOException {
    var mutations = new Mutations(SEED);
    for (int i = 0; i < SPOILED; i++) {
      Sample sample = all.get(i % all.size());
      Spoiled spoiled = mutations.spoil(sample.body());
      ObjectNode object = spoiled.object();
      talk.ask(
          i + " " + spoiled.how(),
          ApiRequest.of("POST", sample.collection(namespace))
              .with("dryRun", "All")
              .with("fieldValidation", "Strict")
              .body("application/json", Json.bytes(object)));
    }
  }

  @TestFactory
  Stream<DynamicTest> theServerItself() throws IOException {
    List<String> versions = groupVersions();
    return Stream.of(
        test("discovery", (talk, ns) -> new ServerRequests(talk, ns).discovery(versions)),
        test("OpenAPI", (talk, ns) -> new ServerRequests(talk, ns).openApi(versions)),
        test("paging", (talk, ns) -> new ServerRequests(talk, ns).paging()),
        test("watches", (talk, ns) -> new ServerRequests(talk, ns).watches()),
        test("errors", (talk, ns) -> new ServerRequests(talk, ns).errors()),
        test("events", (talk, ns) -> new ServerRequests(talk, ns).events()),
        test(
            "custom kind",
            (talk, ns) -> {
              var custom = new ServerRequests(talk, ns);
              custom.customKind();
              for (ApiTransport each : List.of(transport(real), transport(ours))) {
                RealEnvironment.define(each, ServerRequests.definition());
              }
              custom.customObjects();
            }));
  }

  private static ApiTransport transport(@Nullable ApiTransport started) {
    if (started == null) {
      throw new IllegalStateException("not started");
    }
    return started;
  }

  /** What the real one serves. */
  private List<String> groupVersions() throws IOException {
    var versions = new ArrayList<>(List.of("/api/v1"));
    var groups = Json.tree(transport(real).call(ApiRequest.get("/apis")).body());
    for (var group : groups.path("groups")) {
      for (var version : group.path("versions")) {
        versions.add("/apis/" + version.path("groupVersion").asText());
      }
    }
    return versions;
  }
}
