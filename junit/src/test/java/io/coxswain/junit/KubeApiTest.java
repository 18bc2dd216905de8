package io.coxswain.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

class KubeApiTest {
  private static final int MAX_SECONDS = 60;

  @Nested
  @KubeApi(manifests = "two-maps.yaml")
  @TestMethodOrder(MethodOrderer.OrderAnnotation.class)
  class Isolation {
    @Test
    @Order(1)
    void aTestChangesItsOwnServer(KubernetesClient client) {
      client.resource(map("c")).create();
      client.configMaps().withName("a").delete();

      assertThat(names(client)).containsExactly("b", "c");
    }

    @Test
    @Order(2)
    void anotherBeginsWithTheManifestsAlone(KubernetesClient client, KubeServer server) {
      assertThat(names(client)).containsExactly("a", "b");
      assertThat(names(server.client())).containsExactly("a", "b");
    }
  }

  @Nested
  @KubeApi
  class Access {
    @Test
    void rolesDecideWhatAUserMayDo(KubeServer server) {
      server.apply(
          "roles",
          """
          apiVersion: rbac.authorization.k8s.io/v1
          kind: Role
          metadata: {name: reader, namespace: default}
          rules: [{apiGroups: [""], resources: [configmaps], verbs: [list]}]
          ---
          apiVersion: rbac.authorization.k8s.io/v1
          kind: RoleBinding
          metadata: {name: reader, namespace: default}
          roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: reader}
          subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: jo}]
          """);
      KubernetesClient jo = server.client("jo", "system:authenticated");

      assertThat(names(jo)).isEmpty();
      assertThatThrownBy(() -> jo.resource(map("a")).create())
          .isInstanceOf(KubernetesClientException.class)
          .hasMessageContaining("User \"jo\" cannot create resource \"configmaps\"");
    }

    @Test
    void otherProcessesGetAKubeconfig(KubeServer server) {
      server.client().resource(map("a")).create();
      Path kubeconfig = server.kubeconfig();

      try (var client =
          new KubernetesClientBuilder()
              .withConfig(Config.fromKubeconfig(new File(kubeconfig.toString())))
              .build()) {
        assertThat(client.getMasterUrl().toString()).startsWith("https://127.0.0.1:");
        assertThat(client.configMaps().inNamespace("default").withName("a").get()).isNotNull();
      }

      server.close();
      assertThat(Files.exists(kubeconfig)).isFalse();
    }

    @Test
    void badManifestsAreNamed(KubeServer server) {
      assertThatThrownBy(() -> server.apply("x.yaml", "kind: ConfigMap"))
          .hasMessage("x.yaml: document 1 has no apiVersion and kind");
      assertThatThrownBy(() -> server.apply("x.yaml", "a: [")).hasMessageStartingWith("x.yaml: no");
    }

    @Test
    void usesRealTimeByDefault(KubeServer server) {
      assertThatThrownBy(server::time).hasMessageContaining("ask for manualTime");
    }
  }

  @Nested
  @KubeApi(manualTime = true)
  class Time {
    @Test
    void eventsExpireWhenTheTestLetsTimePass(KubernetesClient client, ManualTime time) {
      Event made =
          client
              .resource(
                  new EventBuilder()
                      .withNewMetadata()
                      .withName("e")
                      .withNamespace("default")
                      .endMetadata()
                      .withNewInvolvedObject()
                      .withNamespace("default")
                      .endInvolvedObject()
                      .build())
              .create();
      assertThat(made.getMetadata().getCreationTimestamp()).isEqualTo("2026-01-01T00:00:00Z");

      time.advance(Duration.ofMinutes(59));
      assertThat(client.v1().events().withName("e").get()).isNotNull();
      time.advance(Duration.ofMinutes(2));

      client
          .v1()
          .events()
          .withName("e")
          .waitUntilCondition(Objects::isNull, MAX_SECONDS, TimeUnit.SECONDS);
      assertThat(client.resource(map("a")).create().getMetadata().getCreationTimestamp())
          .isEqualTo("2026-01-01T01:01:00Z");
    }
  }

  @Nested
  @KubeApi(controllers = true, nodes = 2)
  class Cluster {
    @Test
    void aDeploymentRuns(KubernetesClient client) {
      client
          .resource(
              new DeploymentBuilder()
                  .withNewMetadata()
                  .withName("web")
                  .endMetadata()
                  .withNewSpec()
                  .withReplicas(3)
                  .withNewSelector()
                  .addToMatchLabels("app", "web")
                  .endSelector()
                  .withNewTemplate()
                  .withNewMetadata()
                  .addToLabels("app", "web")
                  .endMetadata()
                  .withNewSpec()
                  .addNewContainer()
                  .withName("web")
                  .withImage("web")
                  .endContainer()
                  .endSpec()
                  .endTemplate()
                  .endSpec()
                  .build())
          .create();

      client
          .apps()
          .deployments()
          .withName("web")
          .waitUntilCondition(
              d -> d != null && Integer.valueOf(3).equals(d.getStatus().getReadyReplicas()),
              MAX_SECONDS,
              TimeUnit.SECONDS);
      assertThat(client.pods().withLabel("app", "web").list().getItems())
          .extracting(Pod::getStatus)
          .extracting(status -> status.getPhase())
          .containsOnly("Running");
    }
  }

  private static io.fabric8.kubernetes.api.model.ConfigMap map(String name) {
    return new ConfigMapBuilder().withNewMetadata().withName(name).endMetadata().build();
  }

  private static List<String> names(KubernetesClient client) {
    return client.configMaps().list().getItems().stream()
        .map(map -> map.getMetadata().getName())
        .toList();
  }
}
