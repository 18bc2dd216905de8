package io.coxswain.kube.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ObjectKey;
import io.coxswain.evidence.Scenario;
import io.coxswain.sim.World;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Who the controllers are to the API server. */
class IdentityScenarioTest {
  private static final String ACCOUNT = "system:serviceaccount:kube-system:";
  private static final String TOKENS =
      "/api/v1/namespaces/kube-system/serviceaccounts/service-account-controller/token";

  private static void createDeployment(World world) throws Exception {
    var _ =
        world
            .objects()
            .create(
                io.coxswain.api.Json.yamlMapper()
                    .readValue(
                        """
                        metadata: {name: web, namespace: default}
                        spec:
                          replicas: 2
                          selector: {matchLabels: {app: web}}
                          template:
                            metadata: {labels: {app: web}}
                            spec: {containers: [{name: c, image: nginx}]}
                        """,
                        Deployment.class));
  }

  private static boolean isCounted(World world) throws Exception {
    var status =
        world.objects().fetch(Deployment.class, ObjectKey.of("default", "web")).getStatus();
    return status != null && Integer.valueOf(2).equals(status.getUpdatedReplicas());
  }

  @Test
  @Scenario("kcm-host-17")
  void runsEachControllerWithItsOwnServiceAccount() {
    var one =
        new SimulatedManager("one", "--secure-port=0", "--use-service-account-credentials=true");
    Worlds.of("accounts", one)
        .script(
            world -> {
              assertThat(account(world, "deployment-controller")).isFalse();
              createDeployment(world);
              world.await("a replica set", () -> replicaSets(world) == 1);
              // Its role lets it update the status and not patch it.
              world.await("its status", () -> isCounted(world));

              assertThat(account(world, "deployment-controller")).isTrue();
              assertThat(one.api.writesTo("/replicasets"))
                  .filteredOn(call -> call.request().method().equals("POST"))
                  .allMatch(call -> call.bearer().equals(ACCOUNT + "deployment-controller"))
                  .allMatch(call -> call.status() == 201)
                  .hasSize(1);
              assertThat(one.api.writesTo("/namespaces/default/pods"))
                  .allMatch(call -> call.bearer().equals(ACCOUNT + "replicaset-controller"));
              assertThat(one.api.writesTo("/leases")).allMatch(call -> call.bearer().isEmpty());
              assertThat(one.api.writesTo("/replicasets").getFirst().userAgent())
                  .endsWith("/" + ACCOUNT + "deployment-controller");
            })
        .run(1);
  }

  private static int replicaSets(World world) throws Exception {
    return world.objects().list(ReplicaSet.class, "default").size();
  }

  private static boolean account(World world, String name) throws Exception {
    return world
        .objects()
        .find(ServiceAccount.class, ObjectKey.of("kube-system", name))
        .isPresent();
  }

  private static List<Duration> tokenRequests(SimulatedManager one) {
    return one.api.writesTo(TOKENS).stream().map(call -> Duration.ofNanos(call.nanos())).toList();
  }

  @Test
  @Scenario("kcm-host-18")
  void renewsItsTokenInTimeAndWhenItIsRejected() {
    var one =
        new SimulatedManager("one", "--secure-port=0", "--use-service-account-credentials=true");
    Worlds.of("tokens", one)
        .script(
            world -> {
              for (int minute = 0; minute < 55; minute++) {
                Worlds.createNamespace(world, "n" + minute);
                world.run(Duration.ofMinutes(1));
              }
              List<Duration> asked = tokenRequests(one);
              assertThat(asked).hasSize(2);
              assertThat(asked.get(1).minus(asked.get(0)))
                  .isBetween(Duration.ofMinutes(48), Duration.ofMinutes(49));

              // Another account of that name: the token of the first one is good for nothing.
              world
                  .objects()
                  .delete(
                      ServiceAccount.class,
                      ObjectKey.of("kube-system", "service-account-controller"));
              Worlds.createNamespace(world, "after");
              world.await("it works again", () -> Worlds.furnished(world, "after"));
              assertThat(tokenRequests(one)).hasSize(3);
              assertThat(one.api.calls).anyMatch(call -> call.status() == 401 && call.isWrite());
            })
        .run(1);
  }

  @Test
  @Scenario("kcm-host-19")
  void identifiesControllersByUserAgent() {
    var one = new SimulatedManager("one", "--secure-port=0");
    Worlds.of("user agents", one)
        .script(
            world -> {
              createDeployment(world);
              world.await("its status", () -> isCounted(world));

              var agents = new TreeSet<String>();
              for (var call : one.api.calls) {
                assertThat(call.bearer()).isEmpty();
                agents.add(call.userAgent().replaceFirst(".*/", ""));
              }
              assertThat(agents)
                  .contains(
                      "shared-informers",
                      "leader-election",
                      "controller-discovery",
                      "deployment-controller",
                      "replicaset-controller",
                      "service-account-controller");
              assertThat(one.api.writesTo("/namespaces/default/pods"))
                  .allMatch(call -> call.userAgent().endsWith("/replicaset-controller"));
            })
        .run(1);
  }
}
