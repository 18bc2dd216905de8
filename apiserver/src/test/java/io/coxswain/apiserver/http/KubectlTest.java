package io.coxswain.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.coxswain.apiserver.ApiServer;
import io.coxswain.env.Env;
import io.coxswain.evidence.Scenario;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With the machine's kubectl, if it has one; {@code .ci/kubectl} drives all its commands. */
class KubectlTest {
  private static final Pattern CALLED = Pattern.compile("GET https://[^/]+(/[^? \"]*)");

  @TempDir Path home;

  @Test
  @Scenario("apiserver-1")
  void listsResourcesWithNothingButTheTwoRootsOfDiscovery() throws Exception {
    Env env = Env.production();
    try (var front = HttpsServer.start(env, ApiServer.create(env), 0)) {
      Path config = home.resolve("kubeconfig");
      front.writeKubeconfig(config);

      String printed = kubectl("--kubeconfig", config.toString(), "-v=6", "api-resources");

      assertThat(printed).containsPattern("(?m)^pods +po +v1 +true +Pod$");
      assertThat(printed).containsPattern("(?m)^deployments +deploy +apps/v1 +true +Deployment$");
      var called = new TreeSet<String>();
      var calls = CALLED.matcher(printed);
      while (calls.find()) {
        called.add(calls.group(1));
      }
      assertThat(called).containsExactly("/api", "/apis");
    }
  }

  @Test
  void explainsBuiltInFields() throws Exception {
    Env env = Env.production();
    try (var front = HttpsServer.start(env, ApiServer.create(env), 0)) {
      String config = home.resolve("kubeconfig").toString();
      front.writeKubeconfig(home.resolve("kubeconfig"));

      String field = kubectl("--kubeconfig", config, "explain", "pod.spec.dnsPolicy");
      String type = kubectl("--kubeconfig", config, "explain", "deployment.spec.strategy");

      assertThat(field).contains("FIELD: dnsPolicy <string>", "ClusterFirstWithHostNet");
      assertThat(type).doesNotContain("<empty>");
      assertThat(type).contains("rollingUpdate\t<RollingUpdateDeployment>");
    }
  }

  private String kubectl(String... arguments) throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of("kubectl"));
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("HOME", home.toString());
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      assumeTrue(false, "there is no kubectl on this machine");
      throw e;
    }
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(printed).isZero();
    return printed;
  }
}
