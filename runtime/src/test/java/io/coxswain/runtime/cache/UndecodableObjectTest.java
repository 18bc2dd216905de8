package io.coxswain.runtime.cache;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.env.Mailbox;
import io.coxswain.evidence.Scenario;
import io.coxswain.runtime.client.CachedClient;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.metrics.Metrics;
import io.coxswain.runtime.rest.Rest;
import io.coxswain.runtime.testing.ScriptedApi;
import io.coxswain.runtime.testing.TestEnv;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

/** An object that its type cannot represent must not affect the others. */
@Timeout(20)
class UndecodableObjectTest {
  private final TestEnv world = TestEnv.create();
  private final ScriptedApi api = world.api();
  private final Rest rest = new Rest(world.env(), "test/1", new Metrics().client("h"));
  private final Cache cache = new Cache(world.env(), rest);
  private final Client client = new CachedClient(rest, cache);
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private final Logger logger = (Logger) LoggerFactory.getLogger("io.coxswain.runtime.cache");

  @BeforeEach
  void listen() {
    lines.start();
    logger.setLevel(Level.ERROR);
    logger.addAppender(lines);
    cache.start();
  }

  @AfterEach
  void stop() {
    logger.setLevel(null);
    logger.detachAppender(lines);
    cache.stop();
  }

  @Test
  @Scenario("runtime-24")
  void servesOtherObjectsLogsOncePerVersionAndContinuesWatching() throws Exception {
    KindCache kind = cache.kind(ResourceType.of(ConfigMap.class), Projection.FULL);
    ScriptedApi.Watching watch = api.nextWatch().open();
    for (int i = 0; i < 1000; i++) {
      watch.send(
          "ADDED", object("m" + i, i + 1, i == 500 ? "\"text, not a map\"" : "{\"k\":\"v\"}"));
    }
    watch.send(
        "BOOKMARK",
        "{\"metadata\":{\"resourceVersion\":\"2000\",\"annotations\":"
            + "{\"k8s.io/initial-events-end\":\"true\"}}}");
    assertThat(kind.awaitSynced(Projection.FULL, Duration.ofDays(1))).isTrue();

    for (int i = 0; i < 3; i++) {
      assertThat(served()).hasSize(999).doesNotContain("m500");
      assertThat(client.get(ConfigMap.class, ObjectKey.of("ns", "m500"))).isEmpty();
    }
    assertThat(errors()).hasSize(1).first().asString().contains("ns/m500");

    var changes = new Mailbox<Change>(world.env().tasks(), 2000);
    kind.subscribe("test", Projection.FULL, changes::offer);
    for (int i = 0; i < 1000; i++) {
      changes.take();
    }
    watch.send("MODIFIED", object("m500", 2001, "[]"));
    changes.take();
    assertThat(served()).hasSize(999);
    assertThat(served()).hasSize(999);
    assertThat(errors()).hasSize(2);

    watch.send("MODIFIED", object("m500", 2002, "{\"k\":\"mended\"}"));
    changes.take();
    assertThat(served()).hasSize(1000).contains("m500");
    assertThat(errors()).hasSize(2);
    assertThat(api.seen()).as("the first watch is still the only request").hasSize(1);
  }

  @Test
  void skipsFramesWithoutAnObject() {
    KindCache kind = cache.kind(ResourceType.of(ConfigMap.class), Projection.FULL);
    ScriptedApi.Watching watch = api.nextWatch().open();
    watch
        .send("ADDED", "{\"metadata\":{}}")
        .send("ADDED", "[1]")
        .send("ADDED", object("good", 5, "{}"))
        .send(
            "BOOKMARK",
            "{\"metadata\":{\"resourceVersion\":\"9\",\"annotations\":"
                + "{\"k8s.io/initial-events-end\":\"true\"}}}");

    assertThat(kind.awaitSynced(Projection.FULL, Duration.ofDays(1))).isTrue();
    assertThat(kind.find(Query.all())).hasSize(1);
    assertThat(errors()).hasSize(2);
  }

  private List<String> served() throws ApiException {
    return client.list(ConfigMap.class).toList().stream()
        .map(map -> map.getMetadata().getName())
        .toList();
  }

  private List<String> errors() {
    return new ArrayList<>(lines.list)
        .stream().map(e -> e.getFormattedMessage() + " " + e.getKeyValuePairs()).toList();
  }

  private static String object(String name, long version, String data) {
    return "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\""
        + name
        + "\",\"namespace\":\"ns\",\"uid\":\"u-"
        + name
        + "\",\"resourceVersion\":\""
        + version
        + "\"},\"data\":"
        + data
        + "}";
  }
}
