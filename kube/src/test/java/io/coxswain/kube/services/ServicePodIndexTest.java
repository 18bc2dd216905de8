package io.coxswain.kube.services;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ObjectKey;
import io.coxswain.runtime.controller.Event;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServicePodIndexTest {
  private final ServicePodIndex backends = new ServicePodIndex();

  private static Service service(String name, Map<String, String> selector) {
    return new ServiceBuilder()
        .withNewMetadata()
        .withNamespace("n")
        .withName(name)
        .endMetadata()
        .withNewSpec()
        .withSelector(selector)
        .endSpec()
        .build();
  }

  private static Pod pod(String name, Map<String, String> labels, String ready) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace("n")
        .withName(name)
        .withUid(name)
        .withLabels(labels)
        .endMetadata()
        .withNewSpec()
        .endSpec()
        .withNewStatus()
        .addNewCondition()
        .withType("Ready")
        .withStatus(ready)
        .endCondition()
        .endStatus()
        .build();
  }

  private void has(Service service) {
    backends.noteService(new Event.Created<>(service, false));
  }

  private List<String> concerned(Pod old, Pod now) {
    return backends.notePod(new Event.Updated<>(old, now)).stream().map(ObjectKey::name).toList();
  }

  @Test
  void findsServicesByAllOfTheirSelector() {
    has(service("both", Map.of("app", "a", "tier", "web")));
    has(service("app", Map.of("app", "a")));
    has(service("none", Map.of()));

    Pod pod = pod("p", Map.of("app", "a", "tier", "db"), "True");

    assertThat(backends.notePod(new Event.Created<>(pod, false)))
        .containsExactly(ObjectKey.of("n", "app"));
    assertThat(backends.of(service("both", Map.of("app", "a", "tier", "web")))).isEmpty();
    assertThat(backends.of(service("app", Map.of("app", "a")))).hasSize(1);
    assertThat(backends.of(service("none", Map.of()))).isEmpty();
  }

  @Test
  void aLabelChangeAffectsOnlyServicesItLeavesOrJoins() {
    has(service("a", Map.of("app", "a")));
    has(service("b", Map.of("app", "b")));
    has(service("all", Map.of("all", "yes")));
    Pod old = pod("p", Map.of("app", "a", "all", "yes"), "True");
    backends.notePod(new Event.Created<>(old, false));

    Pod moved = pod("p", Map.of("app", "b", "all", "yes"), "True");
    assertThat(concerned(old, moved)).containsExactly("a", "b");
    Pod back = pod("p", Map.of("app", "a", "all", "yes"), "False");
    assertThat(concerned(moved, back)).containsExactly("a", "all", "b");
    assertThat(concerned(back, back)).isEmpty();
  }

  @Test
  void dropsDeletedPodsAndServices() {
    Service service = service("a", Map.of("app", "a"));
    has(service);
    Pod pod = pod("p", Map.of("app", "a"), "True");
    backends.notePod(new Event.Created<>(pod, false));

    assertThat(backends.notePod(new Event.Deleted<>(pod, false))).hasSize(1);
    assertThat(backends.of(service)).isEmpty();
    backends.noteService(new Event.Deleted<>(service, false));
    assertThat(backends.notePod(new Event.Created<>(pod, false))).isEmpty();
  }

  @Test
  void aServiceIsFoundByItsNewestSelector() {
    has(service("a", Map.of("app", "a")));
    has(service("a", Map.of("app", "b")));

    assertThat(backends.notePod(new Event.Created<>(pod("p", Map.of("app", "a"), ""), false)))
        .isEmpty();
    assertThat(backends.notePod(new Event.Created<>(pod("q", Map.of("app", "b"), ""), false)))
        .hasSize(1);
  }
}
