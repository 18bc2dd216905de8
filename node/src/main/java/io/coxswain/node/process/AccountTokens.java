package io.coxswain.node.process;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.api.Seconds;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.Env;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * The tokens of a pod's service account that its volumes contain, bound to the pod. A token is
 * requested again after four fifths of its lifetime. Not thread-safe: belongs to the reconciles of
 * one pod.
 */
final class AccountTokens {
  private final Map<Request, Held> tokens = new HashMap<>();

  private record Request(String audience, long seconds) {}

  private record Held(byte[] token, Instant renewAt) {}

  /**
   * A token for a file.
   *
   * @param renewAfter the time after which it must be replaced
   */
  record Token(byte[] bytes, Duration renewAfter) {}

  Token get(Env env, Pod pod, String audience, long seconds)
      throws ApiException, NotStartableException {
    Instant now = env.clock().now();
    var request = new Request(audience, seconds);
    Held held = tokens.get(request);
    if (held == null || !held.renewAt().isAfter(now)) {
      Duration lifetime = Seconds.of(seconds);
      held =
          new Held(
              request(env.api(), pod, audience, seconds),
              now.plus(lifetime.multipliedBy(4).dividedBy(5)));
      tokens.put(request, held);
    }
    return new Token(held.token(), Duration.between(now, held.renewAt()));
  }

  private static byte[] request(ApiTransport api, Pod pod, String audience, long seconds)
      throws ApiException, NotStartableException {
    String account = pod.getSpec().getServiceAccountName();
    ObjectKey key =
        ObjectKey.of(
            pod.getMetadata().getNamespace(),
            account == null || account.isEmpty() ? "default" : account);
    ObjectNode body = Json.MAPPER.createObjectNode();
    body.put("apiVersion", "authentication.k8s.io/v1").put("kind", "TokenRequest");
    ObjectNode spec = body.putObject("spec");
    spec.put("expirationSeconds", seconds);
    if (!audience.isEmpty()) {
      spec.putArray("audiences").add(audience);
    }
    spec.putObject("boundObjectRef")
        .put("apiVersion", "v1")
        .put("kind", "Pod")
        .put("name", pod.getMetadata().getName())
        .put("uid", pod.getMetadata().getUid());
    ApiResponse response;
    try {
      response =
          api.call(
              ApiRequest.of("POST", ResourceType.of(ServiceAccount.class).path(key) + "/token")
                  .body("application/json", Json.bytes(body)));
    } catch (IOException e) {
      throw ApiException.noAnswer(e);
    }
    if (response.status() >= 300) {
      throw new NotStartableException(
          "ContainerCreating",
          "MountVolume.SetUp failed : failed to fetch token: "
              + ApiException.of(response.status(), response.body()).getMessage());
    }
    return Json.tree(response.body()).at("/status/token").asText().getBytes(StandardCharsets.UTF_8);
  }
}
