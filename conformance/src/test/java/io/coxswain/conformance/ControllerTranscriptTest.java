package io.coxswain.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every conversation recorded from the real kube-apiserver and kube-controller-manager v1.35.8,
 * replayed on our server with our controllers.
 */
final class ControllerTranscriptTest {
  private static final Path RECORDED = Recordings.ROOT.resolve("controllers");

  static Stream<String> recorded() throws IOException {
    return Recordings.below(RECORDED)
        .filter(name -> name.matches(System.getProperty("transcripts.only", ".*")));
  }

  @ParameterizedTest
  @MethodSource("recorded")
  void respondAsTheRealOnes(String name) throws IOException {
    Transcript transcript = Transcript.read(RECORDED.resolve(name), RECORDED);

    assertThat(transcript.controllers()).isTrue();
    assertThat(Replay.differences(transcript)).isEmpty();
  }
}
