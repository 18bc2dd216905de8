package io.coxswain.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.apiserver.auth.User;
import io.coxswain.env.ApiRequest;
import java.util.List;
import org.junit.jupiter.api.Test;

final class InFlightTest {
  private static final User SOMEONE = new User("someone", List.of("system:authenticated"));
  private static final User ADMINISTRATOR = new User("admin", List.of("system:masters"));

  private final InFlight inFlight = new InFlight(2, 1);

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
  void watchesLogsAndAdministratorsDoNotCount() {
    for (int i = 0; i < 5; i++) {
      ApiRequest list = ApiRequest.get("/api/v1/pods");
      assertThat(inFlight.enter(list.with("watch", "true"), SOMEONE).taken()).isTrue();
      assertThat(inFlight.enter(ApiRequest.get("/api/v1/namespaces/a/pods/b/log"), SOMEONE).taken())
          .isTrue();
      assertThat(inFlight.enter(list, ADMINISTRATOR).taken()).isTrue();
    }
    assertThat(inFlight.enter(ApiRequest.get("/api/v1/pods"), SOMEONE).taken()).isTrue();
  }
}
