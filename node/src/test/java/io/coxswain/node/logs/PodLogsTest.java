package io.coxswain.node.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.api.ObjectKey;
import io.coxswain.env.Env;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PodLogsTest {
  private static final ObjectKey POD = ObjectKey.of("default", "p");
  private static final LogRequest ALL = LogRequest.all(POD, "c");

  @TempDir Path directory;
  private final Env env = Env.production();
  private final PodLogs logs = new PodLogs(env);

  @BeforeEach
  void addThePod() {
    logs.add(POD, directory);
  }

  @Test
  void showsWhatWasPrintedLineByLine() throws Exception {
    ContainerLog log = logs.begin(POD, "c", 0);
    print(log, "one\ntw");
    print(log, "o\nthree");
    log.close();

    assertThat(read(ALL)).isEqualTo("one\ntwo\nthree\n");
    assertThat(read(ALL.tail(2))).isEqualTo("two\nthree\n");
    assertThat(read(ALL.tail(0))).isEmpty();
    assertThat(read(ALL.limit(5))).isEqualTo("one\nt");
    assertThat(read(ALL.since(env.clock().now().plusSeconds(60)))).isEmpty();
    assertThat(read(ALL.since(env.clock().now().minusSeconds(60)).withTimestamps()))
        .matches(
            Pattern.compile("(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{9}Z \\w+\n){3}"));
  }

  @Test
  void storesLinesAsAContainerRuntimeDoes() throws Exception {
    ContainerLog log = logs.begin(POD, "c", 0);
    print(log, "hello\n");
    log.close();

    String stored =
        new String(env.files().read(directory.resolve("c/0.0.log")), StandardCharsets.UTF_8);

    assertThat(stored).matches("\\S{20}\\d{9}Z stdout F hello\n");
  }

  @Test
  void putsPartsOfALongLineTogetherAgain() throws Exception {
    ContainerLog log = logs.begin(POD, "c", 0);
    String line = "x".repeat(40_000) + "\n";
    print(log, line + "end\n");
    log.close();

    assertThat(read(ALL)).isEqualTo(line + "end\n");
    assertThat(read(ALL.tail(1))).isEqualTo("end\n");
  }

  @Test
  void keepsTheLogOfThePreviousRunAlone() throws Exception {
    for (int run = 0; run < 3; run++) {
      ContainerLog log = logs.begin(POD, "c", run);
      print(log, "run " + run + "\n");
      log.close();
    }

    assertThat(read(ALL)).isEqualTo("run 2\n");
    assertThat(read(ALL.ofPrevious())).isEqualTo("run 1\n");
    assertThat(env.files().list(directory.resolve("c"))).hasSize(2);
  }

  @Test
  void deletesTheOldestPartsOfAnEndlessLog() throws Exception {
    ContainerLog log = logs.begin(POD, "c", 0);
    byte[] megabyte = ("y".repeat(1023) + "\n").repeat(1024).getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < 65; i++) {
      log.accept(megabyte, megabyte.length);
    }
    print(log, "end\n");
    log.close();

    assertThat(env.files().list(directory.resolve("c"))).hasSize(LogFiles.SEGMENTS);
    assertThat(read(ALL.tail(1))).isEqualTo("end\n");
  }

  @Test
  void followsUntilTheContainerEnds() throws Exception {
    ContainerLog log = logs.begin(POD, "c", 0);
    print(log, "early\n");
    var seen = new ByteArrayOutputStream();
    try (LogStream stream = logs.open(ALL.following())) {
      seen.writeBytes(stream.next());
      print(log, "late\n");
      seen.writeBytes(stream.next());
      log.close();
      assertThat(stream.next()).isNull();
    }

    assertThat(seen.toString(StandardCharsets.UTF_8)).isEqualTo("early\nlate\n");
  }

  @Test
  void reportsWhyThereIsNoLog() throws Exception {
    assertThatThrownBy(() -> logs.open(ALL))
        .isInstanceOf(NoLogException.class)
        .hasMessage("container \"c\" in pod \"p\" is waiting to start: ContainerCreating");
    logs.begin(POD, "c", 0).close();
    assertThatThrownBy(() -> logs.open(ALL.ofPrevious()))
        .hasMessage("previous terminated container \"c\" in pod \"p\" not found");
  }

  private static void print(ContainerLog log, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    log.accept(bytes, bytes.length);
  }

  private String read(LogRequest request) throws Exception {
    var all = new ByteArrayOutputStream();
    try (LogStream stream = logs.open(request)) {
      for (byte[] chunk = stream.next(); chunk != null; chunk = stream.next()) {
        all.writeBytes(chunk);
      }
    }
    return all.toString(StandardCharsets.UTF_8);
  }
}
