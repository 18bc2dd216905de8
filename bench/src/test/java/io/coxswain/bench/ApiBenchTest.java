package io.coxswain.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.Json;
import io.coxswain.apiserver.ApiServer;
import io.coxswain.apiserver.http.HttpsServer;
import io.coxswain.env.Env;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

final class ApiBenchTest {
  @Test
  @Timeout(120)
  void measuresTheServerThatAKubeconfigNamesAndLeavesNothingBehind(@TempDir Path folder)
      throws Exception {
    Env env = Env.production();
    ApiServer server = ApiServer.create(env);
    try (HttpsServer front = HttpsServer.start(env, server, 0)) {
      int before = objects(server);
      var options = new ApiBenchCommand();
      options.kubeconfig = folder.resolve("kubeconfig");
      front.writeKubeconfig(folder.resolve("kubeconfig"));
      options.seconds = 0.2;
      options.clients = List.of(1, 4);
      options.watchers = 10;
      options.updates = 50;
      var report = new Report();

      new ApiBench(env, options, report).run();

      assertThat(report.rows())
          .extracting(Report.Row::what)
          .contains("create, 4 clients", "echo, 1 clients", "10 watches, one pod each");
      assertThat(report.rows())
          .allSatisfy(row -> assertThat(row.perSecond()).as(row.what()).isPositive());
      assertThat(objects(server)).isEqualTo(before);
    }
  }

  private static int objects(ApiServer server) {
    return Json.tree(server.dump().getBytes(StandardCharsets.UTF_8)).path("objects").size();
  }

  @Test
  void aPodIsOfTheSizeItClaims() {
    assertThat(Pods.pod("some-name", "").length).isBetween(3400, 3600);
  }

  @Test
  void sharesOfLatenciesAreThoseOfTheSortedValues() {
    var latencies = new Latencies();
    for (int i = 2000; i > 0; i--) {
      latencies.add(i * 1_000_000L);
    }
    assertThat(latencies.millis(0.5)).isEqualTo(1001);
    assertThat(latencies.millis(0.99)).isEqualTo(1981);
  }
}
