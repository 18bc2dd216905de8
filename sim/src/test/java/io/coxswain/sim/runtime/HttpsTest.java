package io.coxswain.sim.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.ApiServer;
import io.coxswain.apiserver.http.HttpsServer;
import io.coxswain.env.Env;
import io.coxswain.env.Mailbox;
import io.coxswain.env.Task;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Deletion;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.runtime.transport.HttpTransport;
import io.coxswain.runtime.transport.Kubeconfig;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The runtime in the real world: real time, real threads, HTTPS with client certificates. */
@Timeout(60)
class HttpsTest {
  private static final ObjectKey SOURCE = ObjectKey.of("default", "source");
  private static final ObjectKey COPY = ObjectKey.of("default", "copy");

  @Test
  void aControllerFollowsAServerOverHttps(@TempDir Path dir) throws Exception {
    Env machine = Env.production();
    Path file = dir.resolve("kubeconfig");
    try (HttpsServer front = HttpsServer.start(machine, ApiServer.create(machine), 0)) {
      front.writeKubeconfig(file);
      Env env =
          machine.withApi(
              HttpTransport.to(new Kubeconfig(machine.files(), Map.of(), file.toString(), null)));
      Manager manager = Manager.builder(env).userAgent("copier/1").build();
      var seen = new Mailbox<String>(env.tasks(), 100);
      manager
          .controller("copy")
          .watch(ConfigMap.class, watch -> watch.mapTo((map, client) -> List.of(SOURCE)))
          .reconcile((key, pass) -> reconcile(manager.client(), seen));
      Task running = env.tasks().spawn("manager", manager::run);
      Client live = manager.client().live();

      ConfigMap source = live.create(map(SOURCE, "ä€𝄞"));
      assertThat(seen.take()).isEqualTo("created");
      assertThat(seen.take()).isEqualTo("copy ä€𝄞");

      live.patch(source, s -> s.setData(Map.of("k", "two")));
      assertThat(seen.take()).isEqualTo("patched");
      assertThat(seen.take()).isEqualTo("copy two");

      assertThat(live.get(ConfigMap.class, COPY).orElseThrow().getMetadata().getManagedFields())
          .extracting(entry -> entry.getManager())
          .containsOnly("copier");
      assertThat(live.discover()).anyMatch(served -> served.type().kind().equals("Pod"));

      live.delete(source, Deletion.background());
      assertThat(seen.take()).isEqualTo("deleted");
      manager.stop();
      running.join();
      assertThat(running.failure()).isEmpty();
    }
  }

  private static Outcome reconcile(Client client, Mailbox<String> seen) throws ApiException {
    ConfigMap source = client.get(ConfigMap.class, SOURCE).orElse(null);
    ConfigMap copy = client.get(ConfigMap.class, COPY).orElse(null);
    if (source == null) {
      if (copy != null) {
        client.delete(copy, Deletion.background());
        seen.offer("deleted");
      }
    } else if (copy == null) {
      client.create(map(COPY, source.getData().getOrDefault("k", "")));
      seen.offer("created");
    } else if (!copy.getData().equals(source.getData())) {
      client.patch(copy, c -> c.setData(source.getData()));
      seen.offer("patched");
    } else {
      seen.offer("copy " + copy.getData().get("k"));
    }
    return Outcome.done();
  }

  private static ConfigMap map(ObjectKey key, String value) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace(key.namespace())
        .withName(key.name())
        .endMetadata()
        .addToData("k", value)
        .build();
  }
}
