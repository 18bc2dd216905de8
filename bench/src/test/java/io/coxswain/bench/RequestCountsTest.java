package io.coxswain.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RequestCountsTest {
  private static final String METRICS =
      """
      # TYPE apiserver_request_total counter
      apiserver_request_total{code="201",group="",resource="pods",subresource="",verb="POST"} 7
      apiserver_request_total{code="409",group="",resource="pods",subresource="",verb="POST"} 2
      apiserver_request_total{code="200",group="",resource="pods",subresource="status",verb="PATCH"} 1e+06
      apiserver_request_total{code="200",group="",resource="pods",subresource="",verb="LIST"} 99
      apiserver_request_duration_seconds_sum{resource="nodes",verb="GET"} 5
      """;

  @Test
  void addsUpTheStatusesOfEachVerbAndResource() {
    RequestCounts counts = RequestCounts.of(METRICS);

    assertThat(counts.get("POST pods")).isEqualTo(9);
    assertThat(counts.get("PATCH pods/status")).isEqualTo(1_000_000);
    assertThat(counts.get("GET nodes")).isZero();
  }

  @Test
  void selectsWhatEitherSideSendsOftenExceptTheListsOfTheBenchmark() {
    RequestCounts one = RequestCounts.of(METRICS);
    RequestCounts none = RequestCounts.of("");

    assertThat(RequestCounts.frequent(9, none, one))
        .containsExactly("PATCH pods/status", "POST pods");
    assertThat(RequestCounts.frequent(10, one, none)).containsExactly("PATCH pods/status");
  }
}
