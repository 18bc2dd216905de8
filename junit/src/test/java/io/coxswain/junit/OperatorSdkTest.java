package io.coxswain.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.Operator;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How an operator that knows nothing of this project is tested with it. */
@KubeApi(manifests = "greeting-crd.yaml", controllers = true)
class OperatorSdkTest {
  private static final int MAX_SECONDS = 60;

  private final KubernetesClient client;
  private final Operator operator;

  OperatorSdkTest(KubernetesClient client) {
    this.client = client;
    this.operator =
        new Operator(
            settings -> settings.withKubernetesClient(client).withCloseClientOnStop(false));
  }

  @BeforeEach
  void startOperator() {
    operator.register(new GreetingReconciler());
    operator.start();
  }

  @AfterEach
  void stopOperator() {
    operator.stop();
  }

  @Test
  void greets() {
    client.resource(greeting("ada", "Ada", "de")).create();

    assertThat(await("ada")).isEqualTo("Hallo, Ada");
    Greeting seen =
        client
            .resources(Greeting.class)
            .withName("ada")
            .waitUntilCondition(
                g -> g != null && g.getStatus() != null, MAX_SECONDS, TimeUnit.SECONDS);
    assertThat(seen.getStatus().text).isEqualTo("Hallo, Ada");
  }

  @Test
  void revertsChangesOfOthers() {
    client.resource(greeting("ada", "Ada", null)).create();
    assertThat(await("ada")).isEqualTo("Hello, Ada"); // the default of the definition

    client.configMaps().withName("ada").edit(map -> map.edit().addToData("text", "Bye").build());

    awaitText("ada", "Hello, Ada");
  }

  @Test
  void garbageCollectsObjectsOfTheGreeting() {
    client.resource(greeting("ada", "Ada", "zh")).create();
    await("ada");

    client.resources(Greeting.class).withName("ada").delete();

    client
        .configMaps()
        .withName("ada")
        .waitUntilCondition(Objects::isNull, MAX_SECONDS, TimeUnit.SECONDS);
  }

  @Test
  void theServerValidatesAgainstTheCrd() {
    assertThatThrownBy(() -> client.resource(greeting("x", "nobody", "en")).create())
        .isInstanceOf(KubernetesClientException.class)
        .hasMessageContaining("somebody must be greeted");
    assertThatThrownBy(() -> client.resource(greeting("x", "Ada", "fr")).create())
        .hasMessageContaining("supported values: \"en\", \"de\", \"zh\"");
  }

  private String await(String name) {
    ConfigMap map =
        client
            .configMaps()
            .withName(name)
            .waitUntilCondition(Objects::nonNull, MAX_SECONDS, TimeUnit.SECONDS);
    return map.getData().getOrDefault("text", "");
  }

  private void awaitText(String name, String text) {
    client
        .configMaps()
        .withName(name)
        .waitUntilCondition(
            map -> map != null && text.equals(map.getData().get("text")),
            MAX_SECONDS,
            TimeUnit.SECONDS);
  }

  private static Greeting greeting(String name, String whom, @Nullable String language) {
    var greeting = new Greeting();
    greeting.setMetadata(new ObjectMetaBuilder().withName(name).build());
    var spec = new Greeting.Spec();
    spec.name = whom;
    spec.language = language;
    greeting.setSpec(spec);
    return greeting;
  }
}
