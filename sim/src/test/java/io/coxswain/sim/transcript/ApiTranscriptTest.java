package io.coxswain.sim.transcript;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.evidence.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every conversation recorded from a real kube-apiserver v1.35.8, replayed on ours. Those of {@code
 * crd-upstream} need the manifests of other projects and run only where these are at hand.
 */
final class ApiTranscriptTest {
  private static final Path RECORDED =
      TestData.root().resolve("sim/src/test/resources/transcripts");

  /** Where ours answers otherwise, and why: docs/parity/apiserver.md says it at length. */
  private static final Map<String, String> DIFFERENT = different();

  private static Map<String, String> different() {
    var reasons = new TreeMap<String, String>();
    try {
      for (String line : Files.readAllLines(RECORDED.resolve("different.txt"))) {
        int colon = line.indexOf(':');
        if (!line.startsWith("#") && colon > 0) {
          reasons.put(line.substring(0, colon), line.substring(colon + 1).strip());
        }
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return reasons;
  }

  static Stream<String> recorded() throws IOException {
    return names(RECORDED);
  }

  static Stream<String> upstream() throws IOException {
    Optional<Path> folder = TestData.upstream("transcripts", "crd-upstream");
    return folder.isPresent() ? names(folder.get()) : Stream.empty();
  }

  private static Stream<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .map(file -> folder.relativize(file).toString())
          .filter(name -> name.endsWith(".json"))
          .sorted()
          .toList()
          .stream();
    }
  }

  @ParameterizedTest
  @MethodSource("recorded")
  void answersAsTheRealOne(String name) throws IOException {
    compare(RECORDED.resolve(name), RECORDED);
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("upstream")
  void answersAsTheRealOneAboutKindsOfOthers(String name) throws IOException {
    Path file = TestData.upstream("transcripts", "crd-upstream", name).orElseThrow();
    compare(file, TestData.upstream("").orElseThrow());
  }

  private static void compare(Path file, Path manifests) throws IOException {
    Transcript transcript = Transcript.read(file, manifests);
    String why = DIFFERENT.get(transcript.name());
    if (why == null) {
      assertThat(Replay.onServer(transcript)).isEmpty();
    } else {
      assertThat(Replay.onServer(transcript))
          .as("answers as the real one now, so different.txt should not name it: " + why)
          .isNotEmpty();
    }
  }

  @Test
  void noReasonIsLeftOverForATranscriptThatIsGone() throws IOException {
    var there = new java.util.TreeSet<String>();
    for (String name : Stream.concat(recorded(), upstream()).toList()) {
      there.add(name.replaceAll(".*/", "").replace(".json", ""));
    }
    assertThat(DIFFERENT.keySet()).isSubsetOf(there);
  }
}
