package io.coxswain.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiTransport;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ContinueTokenTest {
  private static final String ROLES = "/apis/rbac.authorization.k8s.io/v1/clusterroles";

  private final ManualClock clock = new ManualClock();
  private final ApiTransport admin;

  ContinueTokenTest() {
    admin = ApiServer.create(clock.env()).transport("admin", List.of("system:masters"));
  }

  @Test
  void expiresFiveMinutesAfterTheFirstPageWasRead() throws Exception {
    String first = token(page(""));
    clock.sleep(Duration.ofMinutes(4));
    ApiResponse second = page(first);
    clock.sleep(Duration.ofMinutes(2));

    ApiResponse third = page(token(second));

    assertThat(second.status()).isEqualTo(200);
    assertThat(third.status()).isEqualTo(410);
    ObjectNode status = Json.tree(third.body());
    assertThat(status.path("reason").asText()).isEqualTo("Expired");
    assertThat(status.path("message").asText())
        .startsWith(
            "The provided continue parameter is too old to display a consistent list result.");
  }

  @Test
  void continuesInconsistentlyWithTheTokenOfTheError() throws Exception {
    String first = token(page(""));
    clock.sleep(Duration.ofMinutes(6));
    ApiResponse expired = page(first);

    ApiResponse rest = page(token(expired));

    assertThat(expired.status()).isEqualTo(410);
    assertThat(rest.status()).isEqualTo(200);
    assertThat(Json.tree(rest.body()).path("items")).hasSize(2);
    assertThat(page(token(rest)).status()).isEqualTo(200);
  }

  private ApiResponse page(String token) throws Exception {
    ApiRequest request = ApiRequest.of("GET", ROLES).with("limit", "2");
    return admin.call(token.isEmpty() ? request : request.with("continue", token));
  }

  private static String token(ApiResponse response) {
    return Json.tree(response.body()).at("/metadata/continue").asText();
  }
}
