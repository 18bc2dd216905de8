package io.coxswain.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.regex.Pattern;

/** Warnings and errors of programs during a soak, grouped by the reason to expect them. */
final class SoakLog {
  /** In the plain format, and in klog's. */
  private static final Pattern COMPLAINT =
      Pattern.compile("^(\\d\\d:\\d\\d:\\d\\d\\.\\d+ (WARN|ERROR)|[WEF]\\d{4} \\d\\d:)");

  /**
   * An expected message and its reason.
   *
   * @param only while the API server is being restarted
   */
  private record Expected(Pattern pattern, String why, boolean only) {
    static Expected when(String pattern, String why) {
      return new Expected(Pattern.compile(pattern), why, false);
    }

    static Expected duringRestarts(String pattern, String why) {
      return new Expected(Pattern.compile(pattern), why, true);
    }
  }

  private static final List<Expected> EXPECTED =
      List.of(
          Expected.when(
              "(the object has been modified|Conflict|conflict|409)",
              "another client wrote first; the reconcile is repeated"),
          Expected.when(
              "because it is being terminated",
              "a controller was still creating in a namespace that goes away"),
          Expected.when(
              "(not found|NotFound|404)",
              "the object was deleted between reading and writing; the pass is run again"),
          Expected.when(
              "(too old resource version|Expired|410)", "a watch fell behind and lists again"),
          Expected.when(
              "nothing says since when the use of tokens is tracked",
              "the embedded API server does not track tokens of old; said once at the start"),
          Expected.duringRestarts(
              "(Connection refused|connection refused|ConnectException|closed|reset"
                  + "|EOF|end of stream|Broken pipe|header parser received no bytes|unreachable"
                  + "|cannot be reached|timed out|lost connection|GOAWAY|no response|stream ended)",
              "the API server was down"));

  private final SequencedMap<String, Integer> explained = new LinkedHashMap<>();
  private final List<String> unexplained = new ArrayList<>();

  /**
   * Reads a log.
   *
   * @param restarts whether the API server of that program was restarted
   */
  void read(Path log, boolean restarts) throws IOException {
    if (!Files.exists(log)) {
      return;
    }
    for (String line : Files.readAllLines(log)) {
      if (COMPLAINT.matcher(line).find()) {
        Expected reason =
            EXPECTED.stream()
                .filter(expected -> restarts || !expected.only)
                .filter(expected -> expected.pattern.matcher(line).find())
                .findFirst()
                .orElse(null);
        if (reason == null) {
          unexplained.add(line);
        } else {
          explained.merge(reason.why, 1, Integer::sum);
        }
      }
    }
  }

  /** The number of lines per reason. */
  SequencedMap<String, Integer> explained() {
    return explained;
  }

  List<String> unexplained() {
    return unexplained;
  }
}
