package io.coxswain.kube.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.evidence.Scenario;
import io.coxswain.kube.host.controllers.Descriptor;
import io.coxswain.kube.host.controllers.Descriptors;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Which controllers run, by what flags say; told by the checks of {@code /healthz}. */
class ControllerSelectionScenarioTest {

  /** The controllers that are healthy in a program that runs with the flags. */
  private static Set<String> running(SimulatedManager one) {
    var running = new TreeSet<String>();
    Worlds.of("selection", one)
        .restartMatters("one", "the test counts the addresses that it binds")
        .script(
            world -> {
              world.await("it leads", () -> Worlds.holder(world).startsWith("one_"));
              world.awaitIdle();
              String health = one.get("/healthz?verbose").text();
              assertThat(health).endsWith("healthz check passed\n");
              health
                  .lines()
                  .filter(line -> line.startsWith("[+]"))
                  .map(line -> line.substring(3).replace(" ok", ""))
                  .filter(name -> !name.equals("leaderElection"))
                  .forEach(running::add);
            })
        .run(1);
    return running;
  }

  private static Set<String> running(String... flags) {
    return running(new SimulatedManager("one", flags));
  }

  /** All that are here, apply, and are on by default. */
  private static Set<String> usual() {
    var usual = new TreeSet<String>();
    for (Descriptor each : Descriptors.all()) {
      if (!each.cloud() && !each.offByDefault()) {
        usual.add(each.name());
      }
    }
    // Those without the files or flags that they need.
    usual.removeAll(
        List.of(
            "serviceaccount-token-controller",
            "certificatesigningrequest-signing-controller",
            "node-ipam-controller"));
    usual.removeAll(OptionalControllersScenarioTest.NAMES);
    return usual;
  }

  private static Set<String> usualBut(String... names) {
    Set<String> usual = usual();
    usual.removeAll(List.of(names));
    return usual;
  }

  @Test
  void runsAllThatAreOnByDefault() {
    assertThat(running()).isEqualTo(usual());
  }

  @Test
  @Scenario("kcm-host-2")
  void startsWithTheFlagsOfKubeadm() {
    Keys keys = Keys.shared();
    var one =
        new SimulatedManager(
            "one",
            "--bind-address=127.0.0.1",
            "--leader-elect=true",
            "--kubeconfig=/etc/kubernetes/controller-manager.conf",
            "--authentication-kubeconfig=/etc/kubernetes/controller-manager.conf",
            "--authorization-kubeconfig=/etc/kubernetes/controller-manager.conf",
            "--client-ca-file=/pki/ca.crt",
            "--requestheader-client-ca-file=/pki/front-proxy-ca.crt",
            "--root-ca-file=/pki/ca.crt",
            "--service-account-private-key-file=/pki/sa.key",
            "--cluster-signing-cert-file=/pki/ca.crt",
            "--cluster-signing-key-file=/pki/ca.key",
            "--use-service-account-credentials=true",
            "--controllers=*,bootstrapsigner,tokencleaner",
            "--allocate-node-cidrs=true",
            "--cluster-cidr=10.244.0.0/16",
            "--service-cluster-ip-range=10.96.0.0/12",
            "--cluster-name=kubernetes");
    keys.writeTo(one.files);

    Set<String> all = usual();
    Stream.of(
            "serviceaccount-token-controller",
            "certificatesigningrequest-signing-controller",
            "node-ipam-controller",
            "bootstrap-signer-controller",
            "token-cleaner-controller")
        .forEach(all::add);
    assertThat(running(one)).isEqualTo(all);
    assertThat(one.addresses).containsExactly("127.0.0.1:10257");
  }

  @Test
  void acceptsEmptySigningFilesForAnExternalCa() {
    assertThat(running("--cluster-signing-cert-file=", "--cluster-signing-key-file="))
        .isEqualTo(usual());
  }

  @Test
  @Scenario("kcm-host-3")
  void disablesControllersNamedWithADash() {
    assertThat(running("--controllers=*,-deployment")).isEqualTo(usualBut("deployment-controller"));
  }

  @Test
  @Scenario("kcm-host-6")
  void letsTheFirstEntryDecide() {
    assertThat(running("--controllers=*,-ttl,ttl")).isEqualTo(usualBut("ttl-controller"));
  }

  @Test
  @Scenario("kcm-host-7")
  void runsOnlyWhatIsNamedAndTheTokensIfThereIsAKey() {
    assertThat(running("--controllers=replicaset")).containsExactly("replicaset-controller");

    var keyed =
        new SimulatedManager(
            "one", "--controllers=replicaset", "--service-account-private-key-file=/pki/sa.key");
    Keys.shared().writeTo(keyed.files);
    assertThat(running(keyed))
        .containsExactly("replicaset-controller", "serviceaccount-token-controller");
  }

  @Test
  void disablesTheTokenControllerOnRequest() {
    var keyed =
        new SimulatedManager(
            "one",
            "--controllers=replicaset,-serviceaccount-token",
            "--service-account-private-key-file=/pki/sa.key");
    Keys.shared().writeTo(keyed.files);
    assertThat(running(keyed)).containsExactly("replicaset-controller");
  }

  @Test
  @Scenario("kcm-host-25")
  void skipsCloudControllersAndTakesNoCloudButAnExternalOne() throws Exception {
    var refused = SimulatedManager.bare("one", "--cloud-provider=aws");
    refused.files.clear();
    try (var logs = new Logs()) {
      refused.main(io.coxswain.env.Env.production());
      assertThat(refused.exitCode()).isEqualTo(1);
      assertThat(String.join("\n", logs.lines())).contains("cloud provider \"aws\" was specified");
    }

    try (var logs = new Logs()) {
      assertThat(running("--cloud-provider=external")).isEqualTo(usual());
      assertThat(logs.lines())
          .contains(
              "Skipping a cloud provider controller [controller=\"service-lb-controller\"]",
              "Skipping a cloud provider controller [controller=\"node-route-controller\"]",
              "Skipping a cloud provider controller"
                  + " [controller=\"cloud-node-lifecycle-controller\"]");
    }
  }

  @Test
  @Scenario("kcm-host-36")
  void worksWithoutAPort() {
    var one = new SimulatedManager("one", "--secure-port=0");
    Worlds.of("no port", one)
        .script(
            world -> {
              Worlds.createNamespace(world, "work");
              world.await("controllers work", () -> Worlds.furnished(world, "work"));
              assertThat(one.addresses).isEmpty();
            })
        .run(1);
  }
}
