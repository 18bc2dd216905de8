package io.coxswain.node.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ImageProgramsTest {

  @Test
  void findsAnImageByReferenceThenByNameThenByItsLastPart() {
    var programs =
        ImagePrograms.parse(
            List.of("curl=/bin/curl", "example.com:5000/tools/curl=a", "example.com/curl:8=b c"));

    assertThat(programs.of("curl")).hasValue(List.of("/bin/curl"));
    assertThat(programs.of("curl:8.1")).hasValue(List.of("/bin/curl"));
    assertThat(programs.of("quay.example/x/curl@sha256:0123")).hasValue(List.of("/bin/curl"));
    assertThat(programs.of("example.com:5000/tools/curl")).hasValue(List.of("a"));
    assertThat(programs.of("example.com:5000/tools/curl:1@sha256:0123")).hasValue(List.of("a"));
    assertThat(programs.of("example.com/curl:8")).hasValue(List.of("b", "c"));
    assertThat(programs.of("example.com/curl:9")).hasValue(List.of("/bin/curl"));
    assertThat(programs.of("curlew")).isEmpty();
    assertThat(programs.of("")).isEmpty();
  }

  @Test
  void splitsACommandAsAShellDoes() {
    var programs =
        ImagePrograms.parse(List.of("a=sh -c 'echo \"1  2\"' \"it's\"x  ''", "b=env A=1 true"));

    assertThat(programs.of("a")).hasValue(List.of("sh", "-c", "echo \"1  2\"", "it'sx", ""));
    assertThat(programs.of("b")).hasValue(List.of("env", "A=1", "true"));
  }

  @Test
  void rejectsWhatIsNoAssignmentByName() {
    for (String wrong : List.of("busybox", "=sh", "busybox=", "busybox=  ", "busybox=''")) {
      assertThatThrownBy(() -> ImagePrograms.parse(List.of(wrong)))
          .hasMessage("\"" + wrong + "\" is not of the form IMAGE=COMMAND");
    }
    assertThatThrownBy(() -> ImagePrograms.parse(List.of("a=sh -c 'x")))
        .hasMessageContaining("is not closed");
  }
}
