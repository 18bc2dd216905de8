package io.coxswain.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiWatch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** What {@code /metrics} says of requests. */
class ServerMetricsTest {
  private static final String MAPS = "/api/v1/namespaces/default/secrets";

  private final TestingServer api = new TestingServer();

  private List<String> lines() {
    return new String(api.get("/metrics").body(), StandardCharsets.UTF_8).lines().toList();
  }

  /** The value of the one series whose line begins so and has all the labels. */
  private double value(String name, String... labels) {
    List<String> found =
        lines().stream()
            .filter(line -> line.startsWith(name + "{"))
            .filter(line -> List.of(labels).stream().allMatch(line::contains))
            .toList();
    assertThat(found).as("%s %s", name, List.of(labels)).hasSize(1);
    String line = found.getFirst();
    return Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1));
  }

  @Test
  void countsAndTimesRequestsByWhatTheyAreAbout() {
    api.post(MAPS, "{\"metadata\": {\"name\": \"a\"}}");
    api.post(MAPS, "{\"metadata\": {\"name\": \"a\"}}");
    api.get(MAPS);
    api.get("/api/v1/secrets");
    String[] create = {
      "verb=\"POST\"", "resource=\"secrets\"", "scope=\"resource\"", "version=\"v1\""
    };
    assertThat(value("apiserver_request_total", with(create, "code=\"201\""))).isEqualTo(1);
    assertThat(value("apiserver_request_total", with(create, "code=\"409\""))).isEqualTo(1);
    assertThat(value("apiserver_request_duration_seconds_count", create)).isEqualTo(2);
    String[] list = {"verb=\"LIST\"", "resource=\"secrets\""};
    assertThat(value("apiserver_request_total", with(list, "scope=\"namespace\""))).isEqualTo(1);
    assertThat(value("apiserver_request_total", with(list, "scope=\"cluster\""))).isEqualTo(1);
  }

  private static String[] with(String[] labels, String more) {
    String[] all = Arrays.copyOf(labels, labels.length + 1);
    all[labels.length] = more;
    return all;
  }

  @Test
  void aWatchIsOpenUntilItIsClosedAndItsEventsCount() throws IOException {
    String[] watches = {"verb=\"WATCH\"", "resource=\"secrets\""};
    try (ApiWatch watch = api.watch(MAPS)) {
      api.post(MAPS, "{\"metadata\": {\"name\": \"seen\"}}");
      assertThat(watch.next()).isNotNull();
      assertThat(value("apiserver_longrunning_requests", watches)).isEqualTo(1);
      watch.close();
    }
    assertThat(value("apiserver_longrunning_requests", watches)).isZero();
    assertThat(value("apiserver_watch_events_total", "resource=\"secrets\"")).isPositive();
  }

  @Test
  void reportsStoredObjectsAndInflightRequests() {
    double before = value("apiserver_storage_objects", "resource=\"secrets\"");
    api.post(MAPS, "{\"metadata\": {\"name\": \"one\"}}");
    assertThat(value("apiserver_storage_objects", "resource=\"secrets\"")).isEqualTo(before + 1);
    assertThat(value("apiserver_storage_objects", "resource=\"jobs.batch\"")).isZero();
    assertThat(value("apiserver_current_inflight_requests", "request_kind=\"readOnly\""))
        .as("the one that asks")
        .isEqualTo(1);
    assertThat(value("apiserver_current_inflight_requests", "request_kind=\"mutating\"")).isZero();
  }

  @Test
  void unknownResourcesCreateNoSeries() {
    for (int i = 0; i < 20; i++) {
      api.get("/apis/invented" + i + "/v1/things");
      api.get("/invented" + i);
      api.call(ApiRequest.of("INVENTED" + i, "/api/v1/pods"));
      api.get(MAPS + "/a/invented" + i + "/x");
    }
    assertThat(lines()).noneMatch(line -> line.toLowerCase(Locale.ROOT).contains("invented"));
  }

  @Test
  void deniesMetricsWithoutPermission() throws IOException {
    var stranger = api.server.transport("eve", List.of("system:authenticated"));
    assertThat(stranger.call(ApiRequest.get("/metrics")).status()).isEqualTo(403);
  }
}
