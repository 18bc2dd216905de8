package io.coxswain.real.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.coxswain.apiserver.ApiServer;
import io.coxswain.apiserver.auth.User;
import io.coxswain.apiserver.http.HttpsServer;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.conformance.Differences;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.Env;
import io.coxswain.real.Listed;
import io.coxswain.real.RealEnvironment;
import io.coxswain.real.Tally;
import io.coxswain.runtime.transport.HttpTransport;
import io.coxswain.runtime.transport.Kubeconfig;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Generated requests, each sent to the embedded API server and to the real one over HTTP.
 *
 * <p>{@code -Dcoxswain.seed=7} generates other requests, {@code -Dcoxswain.fuzz=10} ten times as
 * many. A line of the report begins with the generator and the index of its request; {@code
 * -Dcoxswain.generator=paths -Dcoxswain.index=37} sends that request alone.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class RequestFuzzIT {
  private static final long SEED = Long.getLong("coxswain.seed", 1);
  private static final int FACTOR = Integer.getInteger("coxswain.fuzz", 1);
  private static final String ONLY = System.getProperty("coxswain.generator", "");
  private static final int INDEX = Integer.getInteger("coxswain.index", -1);

  /** Requests that change nothing need not wait for each other. */
  private static final int LANES = 6;

  private static final int MAX_LINES_PER_REQUEST = 6;

  /** The user of the real server's only token. */
  private static final User ADMINISTRATOR =
      new User(
          "admin",
          "admin",
          List.of(User.MASTERS, User.AUTHENTICATED),
          Collections.emptySortedMap());

  private static final List<RequestGenerator> GENERATORS =
      List.of(
          new PathGenerator(),
          new MethodGenerator(),
          new ParameterGenerator(),
          new SelectorGenerator(),
          new HeaderGenerator(),
          new NumberGenerator());

  private final Listed deliberate = Listed.read("/differences-fuzz.txt");
  private final Listed ofOtherSeeds = Listed.read("/differences-fuzz-seeds.txt");
  private final Map<String, Integer> counts = new TreeMap<>();
  private final List<String> unexplained = new ArrayList<>();
  private @Nullable HttpsServer front;
  private @Nullable Callable<WireClient> toReal;
  private @Nullable Callable<WireClient> toOurs;

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    Env env = Env.production();
    ApiServer server = ApiServer.create(env, ApiServerOptions.plain().withPrivileged());
    server.acceptToken(RealEnvironment.token(), ADMINISTRATOR);
    HttpsServer started = HttpsServer.start(env, server, 0);
    front = started;
    Path kubeconfig = folder.resolve("kubeconfig");
    started.writeKubeconfig(kubeconfig);
    ApiTransport ours =
        HttpTransport.to(new Kubeconfig(env.files(), Map.of(), kubeconfig.toString(), null));
    RealEnvironment.removeCustomKinds();
    Fixtures.create(RealEnvironment.administrator());
    Fixtures.create(ours);
    SSLContext real = trusting(Files.readAllBytes(RealEnvironment.authority()));
    SSLContext embedded = trusting(started.authority().getBytes(StandardCharsets.US_ASCII));
    toReal = () -> new WireClient(real, RealEnvironment.address(), RealEnvironment.token());
    toOurs = () -> new WireClient(embedded, started.url(), RealEnvironment.token());
  }

  private static SSLContext trusting(byte[] pem) throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null);
    store.setCertificateEntry(
        "ca",
        CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(pem)));
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  @AfterAll
  void stop() throws IOException {
    if (front != null) {
      front.close();
    }
    RealEnvironment.reset();
    int total = counts.values().stream().mapToInt(Integer::intValue).sum();
    Tally.note(
        "told generated requests: "
            + total
            + " with seed "
            + SEED
            + " "
            + counts
            + ", "
            + (deliberate.used() + ofOtherSeeds.used())
            + " deliberate differences, "
            + unexplained.size()
            + " unexplained");
    Tally.fact("generated", total);
    Tally.fact("generated.deliberate", deliberate.used() + ofOtherSeeds.used());
    Files.createDirectories(Path.of("target"));
    Files.writeString(
        Path.of("target", "differences-fuzz.txt"),
        String.join("\n", unexplained) + "\n",
        StandardCharsets.UTF_8);
    // A rerun after a failure contains only the generators that failed.
    boolean whole = counts.size() == GENERATORS.size() && INDEX < 0 && SEED == 1;
    if (whole) {
      assertThat(deliberate.unused())
          .as("entries of differences-fuzz.txt that nothing needs")
          .isEmpty();
    }
  }

  @TestFactory
  Stream<DynamicTest> generatedRequests() {
    return GENERATORS.stream()
        .filter(generator -> ONLY.isEmpty() || ONLY.equals(generator.name()))
        .map(generator -> DynamicTest.dynamicTest(generator.name(), () -> run(generator)));
  }

  private void run(RequestGenerator generator) throws Exception {
    int first = INDEX < 0 ? 0 : INDEX;
    int end = INDEX < 0 ? generator.count() * FACTOR : INDEX + 1;
    var next = new AtomicInteger(first);
    var found = new ConcurrentLinkedQueue<Map.Entry<Integer, List<String>>>();
    try (var lanes = Executors.newVirtualThreadPerTaskExecutor()) {
      var running = new ArrayList<Future<?>>();
      for (int lane = 0; lane < LANES; lane++) {
        running.add(
            lanes.submit(
                () -> {
                  try (WireClient real = client(toReal);
                      WireClient ours = client(toOurs)) {
                    for (int i = next.getAndIncrement(); i < end; i = next.getAndIncrement()) {
                      found.add(Map.entry(i, compare(generator, i, real, ours)));
                    }
                  }
                  return null;
                }));
      }
      for (Future<?> lane : running) {
        lane.get();
      }
    }
    counts.put(generator.name(), end - first);
    List<String> lines =
        found.stream()
            .sorted(Map.Entry.comparingByKey())
            .flatMap(e -> e.getValue().stream())
            .toList();
    List<String> left = deliberate.unexplained(lines);
    if (SEED != 1 || FACTOR != 1) {
      left = ofOtherSeeds.unexplained(left);
    }
    unexplained.addAll(left);
    assertThat(left).as("seed " + SEED).isEmpty();
  }

  private static WireClient client(@Nullable Callable<WireClient> source) throws Exception {
    if (source == null) {
      throw new IllegalStateException("not started");
    }
    return source.call();
  }

  private static List<String> compare(
      RequestGenerator generator, int index, WireClient real, WireClient ours) {
    WireRequest request = generator.next(new Choice(SEED, generator.name(), index));
    var differences = new Differences(Set.of());
    differences.compare(
        generator.name() + "/" + index + " " + request + " ",
        response(real, request),
        response(ours, request));
    return differences.lines().stream().limit(MAX_LINES_PER_REQUEST).toList();
  }

  private static JsonNode response(WireClient client, WireRequest request) {
    try {
      return NormalizedResponse.of(request, client.send(request));
    } catch (IOException e) {
      return TextNode.valueOf("no response");
    }
  }
}
