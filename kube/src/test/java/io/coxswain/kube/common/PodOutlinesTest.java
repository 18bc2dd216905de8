package io.coxswain.kube.common;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.kube.Cluster;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.sim.Network;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.ReplicationController;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class PodOutlinesTest {
  @Test
  void keepsTheFieldsThatCountingNeeds() {
    var client = new AtomicReference<Client>();
    Cluster.with(
            "outline",
            manager -> {
              client.set(manager.client());
              manager
                  .controller("none")
                  .kind(ReplicationController.class)
                  .watch(Pod.class, watch -> watch.self())
                  .reconcile((key, pass) -> Outcome.done());
            },
            cluster -> {
              Pod made =
                  cluster.create(
                      Pod.class,
                      """
                      metadata: {name: p, labels: {a: b}, finalizers: [x/y]}
                      spec:
                        nodeName: n
                        initContainers:
                        - {name: first, image: x}
                        - {name: side, image: x, restartPolicy: Always}
                        containers: [{name: c, image: x}]
                      """);
              cluster.world().run(Duration.ofSeconds(2));

              List<Pod> pods =
                  requireNonNull(client.get())
                      .list(Pod.class)
                      .by(PodOutlines.WITHOUT_SPEC)
                      .toList();

              assertThat(pods).hasSize(1);
              Pod outline = pods.getFirst();
              assertThat(outline.getMetadata().getUid()).isEqualTo(made.getMetadata().getUid());
              assertThat(Finalizers.has(outline, "x/y")).isTrue();
              assertThat(Pods.node(outline)).isEqualTo("n");
              assertThat(Pods.phase(outline)).isEqualTo("Pending");
              assertThat(outline.getSpec().getContainers()).isEmpty();
              assertThat(outline.getSpec().getInitContainers())
                  .singleElement()
                  .satisfies(c -> assertThat(c.getName()).isEqualTo("side"));
              assertThat(
                      requireNonNull(client.get())
                          .list(Pod.class)
                          .by(PodOutlines.WITHOUT_SPEC)
                          .toList())
                  .first()
                  .isSameAs(outline);
              assertThat(
                      requireNonNull(client.get())
                          .list(Pod.class)
                          .toList()
                          .getFirst()
                          .getSpec()
                          .getContainers())
                  .hasSize(1);
            })
        .network(Network.PROMPT)
        .run(1);
  }
}
