package io.coxswain.runtime.events;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiStream;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.ApiWatch;
import io.coxswain.env.Env;
import io.coxswain.evidence.stress.RealThreads;
import io.coxswain.runtime.metrics.Metrics;
import io.coxswain.runtime.rest.Rest;
import io.coxswain.runtime.testing.TestEnv;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Events recorded on real threads at the same time. All of them are sent, one after the other, in
 * the order in which a thread recorded them. The race to start the sender happens once for each
 * recorder, so there are many of them.
 */
@Timeout(60)
final class EventsStressTest {
  private static final int ROUNDS = 50;
  private static final int THREADS = 4;
  private static final int EVENTS = 3;

  private final Env env = TestEnv.preemptive().env();
  private final Api api = new Api();

  /** Accepts every event and counts requests that overlap. */
  private static final class Api implements ApiTransport {
    final List<String> notes = Collections.synchronizedList(new ArrayList<>());
    final AtomicInteger open = new AtomicInteger();
    final AtomicInteger overlapping = new AtomicInteger();

    @Override
    @SuppressWarnings("ThreadPriorityCheck") // only a hint
    public ApiResponse call(ApiRequest request) throws IOException {
      if (open.incrementAndGet() > 1) {
        overlapping.incrementAndGet();
      }
      Thread.yield(); // room for another sender
      JsonNode event = Json.MAPPER.readTree(request.body());
      notes.add(event.path(event.has("message") ? "message" : "note").asText());
      open.decrementAndGet();
      return new ApiResponse(201, new TreeMap<>(), request.body());
    }

    @Override
    public ApiWatch watch(ApiRequest request) throws IOException {
      throw new IOException("not served");
    }

    @Override
    public ApiStream open(ApiRequest request) throws IOException {
      throw new IOException("not served");
    }
  }

  private Rest rest() {
    return new Rest(env.withApi(api), "test/1", new Metrics().client("h"));
  }

  private static ConfigMap object(int thread, int event) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace("ns")
        .withName("o-" + thread + "-" + event)
        .withUid("u-" + thread + "-" + event)
        .endMetadata()
        .build();
  }

  /** The notes of a thread in order, which together are all notes. */
  private void assertSent() {
    assertThat(api.overlapping).as("two senders").hasValue(0);
    assertThat(api.notes).hasSize(THREADS * EVENTS);
    for (int thread = 0; thread < THREADS; thread++) {
      String prefix = "thread " + thread + " ";
      var expected = new ArrayList<String>();
      for (int event = 0; event < EVENTS; event++) {
        expected.add(prefix + event);
      }
      assertThat(api.notes.stream().filter(note -> note.startsWith(prefix)))
          .containsExactlyElementsOf(expected);
    }
    api.notes.clear();
  }

  @Test
  void coreEventsAreSentOnceAndInOrder() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      var events = new Events(env.withApi(api), rest());
      Recorder recorder = events.recorder("test");

      new RealThreads()
          .add(
              "recorder",
              THREADS,
              thread -> {
                for (int event = 0; event < EVENTS; event++) {
                  recorder.normal(object(thread, event), "Tested", "thread %d %d", thread, event);
                }
              })
          .run();
      events.close(Duration.ofMinutes(1));

      assertSent();
    }
  }

  @Test
  void seriesEventsAreSentOnceAndInOrder() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      var events = new SeriesEvents(env.withApi(api), rest(), "host");
      ActionRecorder recorder = events.recorder("test");

      new RealThreads()
          .add(
              "recorder",
              THREADS,
              thread -> {
                for (int event = 0; event < EVENTS; event++) {
                  recorder.normal(
                      object(thread, event), "Tested", "Testing", "thread %d %d", thread, event);
                }
              })
          .run();
      events.close(Duration.ofMinutes(1));

      assertSent();
    }
  }
}
