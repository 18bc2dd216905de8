package io.coxswain.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.apiserver.auth.User;
import io.coxswain.env.ApiRequest;
import io.coxswain.evidence.Attack;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class InFlightTest {
  private static final User SOMEONE = new User("someone", List.of("system:authenticated"));
  private static final User ADMINISTRATOR = new User("admin", List.of("system:masters"));

  private final InFlight inFlight = new InFlight(2, 1, 2);

  @Test
  void readsAndWritesHaveTheirOwnLimits() {
    InFlight.Place first = inFlight.enter(ApiRequest.get("/api/v1/pods"), SOMEONE);
    InFlight.Place second = inFlight.enter(ApiRequest.get("/api/v1/pods"), SOMEONE);

    assertThat(first.taken()).isTrue();
    assertThat(second.taken()).isTrue();
    assertThat(inFlight.enter(ApiRequest.get("/api/v1/pods"), SOMEONE).taken()).isFalse();
    assertThat(inFlight.enter(ApiRequest.of("POST", "/api/v1/pods"), SOMEONE).taken()).isTrue();
    assertThat(inFlight.enter(ApiRequest.of("PUT", "/api/v1/pods"), SOMEONE).taken()).isFalse();

    first.close();
    assertThat(inFlight.enter(ApiRequest.get("/api/v1/pods"), SOMEONE).taken()).isTrue();
  }

  @Test
  void watchesAndLogsHaveASeparateLimitThatIncludesAdministrators() {
    ApiRequest list = ApiRequest.get("/api/v1/pods");
    ApiRequest watch = list.with("watch", "true");
    ApiRequest logs = ApiRequest.get("/api/v1/namespaces/a/pods/b/log");

    InFlight.Place first = inFlight.enter(watch, SOMEONE);
    assertThat(inFlight.enter(logs, SOMEONE).taken()).isTrue();

    assertThat(inFlight.enter(watch, SOMEONE).taken()).isFalse();
    assertThat(inFlight.enter(watch, ADMINISTRATOR).taken()).isFalse();
    assertThat(inFlight.enter(list, SOMEONE).taken()).isTrue();
    first.close();
    assertThat(inFlight.enter(watch, SOMEONE).taken()).isTrue();
  }

  @Test
  void administratorsAreExempt() {
    for (int i = 0; i < 5; i++) {
      assertThat(inFlight.enter(ApiRequest.get("/api/v1/pods"), ADMINISTRATOR).taken()).isTrue();
    }
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource({
    "POST, /api/v1/namespaces/a/pods?watch=1",
    "DELETE, /api/v1/namespaces/a/pods/b?watch=true",
    "PUT, /api/v1/namespaces/a/configmaps/log",
    "PUT, /api/v1/namespaces/a/configmaps/exec",
    "PATCH, /api/v1/watch/pods",
    "GET, /metrics?watch=1",
    "GET, /api/v1/namespaces/a/pods/b/status?watch=1",
    "GET, /api/v1/pods?follow=true",
    "POST, /watch/exec",
  })
  @Attack("a query or a name that makes a request look like a watch, to pass the limits")
  void countsARequestThatOnlyLooksLikeAWatch(String method, String target) {
    String[] parts = target.split("\\?", 2);
    ApiRequest request = ApiRequest.of(method, parts[0]);
    if (parts.length > 1) {
      String[] parameter = parts[1].split("=", 2);
      request = request.with(parameter[0], parameter[1]);
    }

    assertThat(InFlight.isLongRunning(request)).isFalse();
  }
}
