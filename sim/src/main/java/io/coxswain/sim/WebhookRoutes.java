package io.coxswain.sim;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.env.Env;
import io.coxswain.env.Task;
import io.coxswain.runtime.webhook.Webhooks;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Maps services to the processes that serve them. A call runs in a task of the serving process: if
 * the process dies, the call fails.
 */
final class WebhookRoutes {
  private static final Duration MAX_DURATION = Duration.ofSeconds(30);

  private final SimulatedWorld world;
  private final SortedMap<String, List<Replica>> services = new TreeMap<>();

  WebhookRoutes(SimulatedWorld world) {
    this.world = world;
  }

  private record Replica(SimulatedProcess process, int incarnation, Env env, Webhooks webhooks) {
    boolean isUp() {
      return process.running() && process.incarnations() == incarnation;
    }
  }

  WebhookRoute of(SimulatedProcess process, Env env) {
    int incarnation = process.incarnations();
    return (namespace, service, webhooks, paths) -> {
      List<Replica> replicas =
          services.computeIfAbsent(namespace + "/" + service, key -> new ArrayList<>());
      replicas.removeIf(replica -> !replica.isUp());
      replicas.add(new Replica(process, incarnation, env, webhooks));
      for (String path : paths) {
        world
            .server()
            .webhooks()
            .register(namespace, service, path, review -> answer(replicas, path, review));
      }
    };
  }

  private static ObjectNode answer(List<Replica> replicas, String path, ObjectNode review)
      throws IOException {
    Replica replica =
        replicas.stream()
            .filter(Replica::isUp)
            .findFirst()
            .orElseThrow(() -> new IOException("connect: connection refused"));
    var answer = new AtomicReference<ObjectNode>();
    Task task =
        replica
            .env
            .tasks()
            .spawn("webhook " + path, () -> answer.set(replica.webhooks.call(path, review)));
    if (!task.join(MAX_DURATION)) {
      throw new IOException("context deadline exceeded");
    }
    ObjectNode told = answer.get();
    if (told == null) {
      throw new IOException("EOF");
    }
    return told;
  }
}
