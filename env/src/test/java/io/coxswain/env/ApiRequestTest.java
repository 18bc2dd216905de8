package io.coxswain.env;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class ApiRequestTest {

  @Test
  void encodesPathAndQueryOfTheRequestLine() {
    var request =
        ApiRequest.get("/apis/rbac.authorization.k8s.io/v1/clusterroles/system:node viewer")
            .with("labelSelector", "a in (b,c)")
            .with("labelSelector", "d=e");

    assertThat(request.target())
        .isEqualTo(
            "/apis/rbac.authorization.k8s.io/v1/clusterroles/system:node%20viewer"
                + "?labelSelector=a+in+%28b%2Cc%29&labelSelector=d%3De");
    assertThat(request.query("labelSelector")).isEqualTo("a in (b,c)");
    assertThat(request.query("limit")).isNull();
  }

  @Test
  void findsHeadersCaseInsensitively() {
    var request = ApiRequest.get("/api").header("Accept", "application/json");
    var headers = new TreeMap<String, List<String>>();
    headers.put("retry-after", List.of("1", "2"));
    var response = new ApiResponse(429, headers, new byte[0]);

    assertThat(request.header("ACCEPT")).isEqualTo("application/json");
    assertThat(response.header("Retry-After")).isEqualTo("1");
    assertThat(response.header("warning")).isNull();
    assertThat(response.ok()).isFalse();
  }
}
