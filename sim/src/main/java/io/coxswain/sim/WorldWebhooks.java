package io.coxswain.sim;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ResourceType;
import io.coxswain.env.ApiRequest;
import io.coxswain.runtime.metrics.Metrics;
import io.coxswain.runtime.webhook.Webhooks;
import java.util.function.Consumer;

/** Connects the API server of a world to the webhooks of a kind, without a network connection. */
final class WorldWebhooks {
  private static final String HOST = "https://webhooks.sim";

  private WorldWebhooks() {}

  static void install(World world, ResourceType kind, Consumer<Webhooks> registration)
      throws ApiException {
    var hooks = new Webhooks(new Metrics().webhooks(world.env().clock()));
    registration.accept(hooks);
    for (String path : hooks.paths()) {
      world.server().webhooks().register(HOST + path, review -> hooks.call(path, review));
      boolean mutates = path.startsWith("/mutate");
      if (mutates || path.startsWith("/validate")) {
        world
            .objects()
            .call(
                ApiRequest.of(
                        "POST",
                        "/apis/admissionregistration.k8s.io/v1/"
                            + (mutates ? "mutating" : "validating")
                            + "webhookconfigurations")
                    .body("application/json", Json.bytes(configuration(kind, path))));
      }
    }
  }

  private static ObjectNode configuration(ResourceType kind, String path) {
    ObjectNode configuration = Json.MAPPER.createObjectNode();
    configuration.putObject("metadata").put("name", path.substring(1));
    ObjectNode hook = configuration.putArray("webhooks").addObject();
    hook.put("name", path.substring(1) + ".webhooks.sim");
    hook.putObject("clientConfig").put("url", HOST + path);
    hook.put("sideEffects", "None");
    hook.putArray("admissionReviewVersions").add("v1");
    ObjectNode rule = hook.putArray("rules").addObject();
    rule.putArray("apiGroups").add(kind.group());
    rule.putArray("apiVersions").add(kind.version());
    rule.putArray("resources").add(kind.plural());
    rule.putArray("operations").add("CREATE").add("UPDATE").add("DELETE");
    return configuration;
  }
}
