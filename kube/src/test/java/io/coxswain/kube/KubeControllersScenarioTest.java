package io.coxswain.kube;

import static io.coxswain.kube.Cluster.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.ApiRequest;
import io.coxswain.evidence.Scenario;
import io.coxswain.sim.Network;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** All controllers together, as {@code coxswain up} runs them. */
class KubeControllersScenarioTest {
  private static final String CA = "-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----\n";

  private static void play(String name, Cluster.Script script) {
    Cluster.with(name, manager -> KubeControllers.register(manager, CA), script)
        .network(Network.PROMPT)
        .run(1);
  }

  private static Optional<ConfigMap> rootCa(Cluster cluster) throws ApiException {
    return cluster
        .world()
        .objects()
        .find(ConfigMap.class, ObjectKey.of("work", "kube-root-ca.crt"));
  }

  private static Optional<ServiceAccount> account(Cluster cluster) throws ApiException {
    return cluster.world().objects().find(ServiceAccount.class, ObjectKey.of("work", "default"));
  }

  @Test
  @Scenario("kcm-controllers-26")
  void createsDefaultObjectsInEveryNamespace() {
    play(
        "furnish",
        cluster -> {
          cluster.create(Namespace.class, "metadata: {name: work}");
          Instant begin = cluster.world().now();
          cluster.await("an account", () -> account(cluster).isPresent());
          cluster.await("a root CA", () -> rootCa(cluster).isPresent());
          assertThat(Duration.between(begin, cluster.world().now()))
              .isLessThan(Duration.ofSeconds(5));
          ConfigMap published = rootCa(cluster).orElseThrow();
          assertThat(published.getData()).isEqualTo(Map.of("ca.crt", CA));
          assertThat(published.getMetadata().getAnnotations().get("kubernetes.io/description"))
              .startsWith("Contains a CA bundle that can be used to verify the kube-apiserver");

          cluster.world().objects().delete(ServiceAccount.class, ObjectKey.of("work", "default"));
          cluster
              .world()
              .objects()
              .delete(ConfigMap.class, ObjectKey.of("work", "kube-root-ca.crt"));
          cluster.await("another account", () -> account(cluster).isPresent());
          cluster.await("another root CA", () -> rootCa(cluster).isPresent());

          cluster
              .world()
              .objects()
              .edit(
                  ConfigMap.class,
                  ObjectKey.of("work", "kube-root-ca.crt"),
                  map -> map.setData(Map.of("ca.crt", "changed", "extra", "x")));
          cluster.await(
              "it is put right",
              () -> rootCa(cluster).orElseThrow().getData().equals(Map.of("ca.crt", CA)));
        });
  }

  @Test
  void deletesTheDefaultObjectsOfATerminatingNamespace() {
    play(
        "unfurnish",
        cluster -> {
          cluster.create(Namespace.class, "metadata: {name: work}");
          cluster.await("an account", () -> account(cluster).isPresent());
          cluster.await("a root CA", () -> rootCa(cluster).isPresent());

          cluster.world().objects().delete(Namespace.class, ObjectKey.of("work"));
          cluster.await(
              "it goes",
              () ->
                  cluster.world().objects().find(Namespace.class, ObjectKey.of("work")).isEmpty());
          cluster.world().awaitSilence(Duration.ofMinutes(1));
          assertThat(account(cluster)).isEmpty();
          assertThat(rootCa(cluster)).isEmpty();
        });
  }

  private static Optional<Job> job(Cluster cluster) throws ApiException {
    return cluster.world().objects().find(Job.class, key("j"));
  }

  private static Instant finish(Cluster cluster, String spec) throws ApiException {
    cluster.createJob(spec);
    cluster.await("a pod", () -> cluster.activePods().size() == 1);
    cluster.succeed(cluster.activePods().getFirst());
    cluster.await("the end", cluster::finished);
    return cluster.world().now();
  }

  @Test
  @Scenario({"job-32", "kcm-controllers-40"})
  void deletesAFinishedJobWhenItsTimeIsOver() {
    play(
        "ttl",
        cluster -> {
          Instant end = finish(cluster, "{ttlSecondsAfterFinished: 10}");
          cluster.await("it goes", () -> job(cluster).isEmpty());
          assertThat(Duration.between(end, cluster.world().now()).toSeconds()).isBetween(9L, 11L);
          cluster.await("its pod too", () -> cluster.pods().isEmpty());
        });
    play(
        "ttl raised",
        cluster -> {
          Instant end = finish(cluster, "{ttlSecondsAfterFinished: 10}");
          cluster.world().run(Duration.ofSeconds(5));
          cluster.editJob(spec -> spec.setTtlSecondsAfterFinished(100));
          cluster.await("it goes", () -> job(cluster).isEmpty());
          assertThat(Duration.between(end, cluster.world().now()).toSeconds()).isBetween(99L, 101L);
        });
  }

  private static void createWidget(Cluster cluster, String namespace, String json)
      throws ApiException {
    cluster
        .world()
        .objects()
        .call(
            ApiRequest.of("POST", "/apis/example.com/v1/namespaces/" + namespace + "/widgets")
                .body("application/json", json.getBytes(StandardCharsets.UTF_8)));
  }

  private static boolean hasWidget(Cluster cluster) throws ApiException {
    try {
      cluster
          .world()
          .objects()
          .call(ApiRequest.get("/apis/example.com/v1/namespaces/default/widgets/w"));
      return true;
    } catch (ApiException.NotFound e) {
      return false;
    }
  }

  private static void installWidgets(Cluster cluster) throws ApiException {
    cluster.create(
        CustomResourceDefinition.class,
        """
        metadata: {name: widgets.example.com}
        spec:
          group: example.com
          scope: Namespaced
          names: {plural: widgets, singular: widget, kind: Widget, listKind: WidgetList}
          versions:
          - name: v1
            served: true
            storage: true
            schema:
              openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}
        """);
    cluster.await("the kind is served", () -> isServed(cluster));
  }

  @Test
  @Scenario("kcm-controllers-23")
  void garbageCollectsKindsThatAreAddedLater() {
    play(
        "late kind",
        cluster -> {
          cluster.world().run(Duration.ofSeconds(10));
          installWidgets(cluster);
          ConfigMap owner = cluster.create(ConfigMap.class, "metadata: {name: owner}");
          createWidget(
              cluster,
              "default",
              """
              {"apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": "w",
               "ownerReferences": [{"apiVersion": "v1", "kind": "ConfigMap", "name": "owner",
               "uid": "%s"}]}}
              """
                  .formatted(owner.getMetadata().getUid()));
          cluster.world().objects().delete(ConfigMap.class, key("owner"));
          Instant deleted = cluster.world().now();

          cluster.await("the widget goes", () -> !hasWidget(cluster));
          assertThat(Duration.between(deleted, cluster.world().now()))
              .isLessThan(Duration.ofSeconds(60));
        });
  }

  @Test
  @Scenario("kcm-controllers-25")
  void namesTheFinalizersOfCustomResourcesThatHoldANamespace() {
    play(
        "held by a custom resource",
        cluster -> {
          installWidgets(cluster);
          cluster.create(Namespace.class, "metadata: {name: work}");
          createWidget(
              cluster,
              "work",
              """
              {"apiVersion": "example.com/v1", "kind": "Widget",
               "metadata": {"name": "w", "finalizers": ["example.com/hold"]}}
              """);
          cluster.world().objects().delete(Namespace.class, ObjectKey.of("work"));

          cluster.await("conditions", () -> holds(cluster) != null);
          assertThat(holds(cluster))
              .isEqualTo(
                  "Some content in the namespace has finalizers remaining: example.com/hold in 1"
                      + " resource instances");
        });
  }

  private static @Nullable String holds(Cluster cluster) throws ApiException {
    return cluster
        .world()
        .objects()
        .fetch(Namespace.class, ObjectKey.of("work"))
        .getStatus()
        .getConditions()
        .stream()
        .filter(c -> c.getType().equals("NamespaceFinalizersRemaining"))
        .filter(c -> c.getReason().equals("SomeFinalizersRemain"))
        .map(c -> c.getMessage())
        .findFirst()
        .orElse(null);
  }

  private static boolean isServed(Cluster cluster) {
    try {
      cluster
          .world()
          .objects()
          .call(ApiRequest.get("/apis/example.com/v1/namespaces/default/widgets"));
      return true;
    } catch (ApiException e) {
      return false;
    }
  }
}
