package io.coxswain.node.process;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiTransport;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Requests tokens of a pod's service account, bound to the pod. */
final class AccountToken {
  private AccountToken() {}

  static byte[] request(ApiTransport api, Pod pod, String audience, long seconds)
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
    ApiResponse answer;
    try {
      answer =
          api.call(
              ApiRequest.of("POST", ResourceType.of(ServiceAccount.class).path(key) + "/token")
                  .body("application/json", Json.bytes(body)));
    } catch (IOException e) {
      throw ApiException.noAnswer(e);
    }
    if (answer.status() >= 300) {
      throw new NotStartableException(
          "ContainerCreating",
          "MountVolume.SetUp failed : failed to fetch token: "
              + ApiException.of(answer.status(), answer.body()).getMessage());
    }
    return Json.tree(answer.body()).at("/status/token").asText().getBytes(StandardCharsets.UTF_8);
  }
}
