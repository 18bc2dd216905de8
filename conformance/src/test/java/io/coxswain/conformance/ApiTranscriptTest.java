package io.coxswain.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.evidence.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every conversation recorded from a real kube-apiserver v1.35.8, replayed on ours. Those of {@code
 * crd-upstream} need the manifests of other projects and run only where these are at hand.
 */
final class ApiTranscriptTest {
  private static final Path RECORDED = Recordings.ROOT.resolve("apiserver");

  /** Where our response differs, and why; docs/parity/apiserver.md has the details. */
  private static final Map<String, String> DIFFERENT = different();

  private static Map<String, String> different() {
    var reasons = new TreeMap<String, String>();
    try {
      for (String line : Files.readAllLines(Recordings.ROOT.resolve("different.txt"))) {
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
    return Recordings.below(RECORDED);
  }

  static Stream<String> upstream() throws IOException {
    Optional<Path> folder = TestData.upstream("transcripts", "crd-upstream");
    return folder.isPresent() ? Recordings.below(folder.get()) : Stream.empty();
  }

  @ParameterizedTest
  @MethodSource("recorded")
  void respondsAsTheRealOne(String name) throws IOException {
    compare(RECORDED.resolve(name), RECORDED);
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("upstream")
  void respondsAsTheRealOneAboutCustomKindsOfOtherProjects(String name) throws IOException {
    Path file = TestData.upstream("transcripts", "crd-upstream", name).orElseThrow();
    compare(file, TestData.upstream("").orElseThrow());
  }

  private static void compare(Path file, Path manifests) throws IOException {
    Transcript transcript = Transcript.read(file, manifests);
    String why = DIFFERENT.get(transcript.name());
    if (why == null) {
      assertThat(Replay.differences(transcript)).isEmpty();
    } else {
      assertThat(Replay.differences(transcript))
          .as("responds as the real one now, so different.txt must not name it: " + why)
          .isNotEmpty();
    }
  }

  @Test
  void everyReasonIsForATranscriptThatExists() throws IOException {
    var existing = new TreeSet<String>();
    for (String name : Stream.concat(recorded(), upstream()).toList()) {
      existing.add(name.replaceAll(".*/", "").replace(".json", ""));
    }
    assertThat(DIFFERENT.keySet()).isSubsetOf(existing);
  }
}
