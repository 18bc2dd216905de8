package io.coxswain.kube.transcript;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.kube.Cluster;
import io.coxswain.kube.KubeControllers;
import io.coxswain.kube.certificates.CertificateControllers;
import io.coxswain.kube.certificates.SigningOptions;
import io.coxswain.kube.certificates.TestKeys;
import io.coxswain.runtime.certificates.Identity;
import io.coxswain.sim.Network;
import io.coxswain.sim.transcript.Transcript;
import io.coxswain.sim.transcript.TranscriptPlayer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TranscriptScenarioTest {
  private static final String CA = "the certificate authority";
  private static final Identity AUTHORITY =
      TestKeys.authority(Instant.parse("2036-01-01T00:00:00Z"));

  static Stream<String> names() throws IOException {
    try (Stream<Path> files = Files.list(directory())) {
      List<String> names =
          files
              .map(f -> f.getFileName().toString().replace(".json", ""))
              .filter(name -> name.matches(System.getProperty("transcripts.only", ".*")))
              .sorted()
              .toList();
      return names.stream();
    }
  }

  private static Path directory() {
    return Path.of(
        System.getProperty("coxswain.root", ".."),
        "kube",
        "src",
        "test",
        "resources",
        "transcripts");
  }

  @ParameterizedTest
  @MethodSource("names")
  void answersAsTheRealOnes(String name) throws IOException {
    Transcript transcript = Transcript.read(directory().resolve(name + ".json"), directory());
    Cluster.with(
            name,
            manager -> {
              KubeControllers.register(manager, CA);
              CertificateControllers.registerSigning(
                  manager, SigningOptions.all(() -> AUTHORITY, SigningOptions.DEFAULT_DURATION));
            },
            cluster ->
                assertThat(TranscriptPlayer.play(cluster.world(), transcript, Set.of())).isEmpty())
        .server(ApiServerOptions.plain().withServiceAccounts())
        .network(Network.PROMPT)
        .run(1);
  }
}
