package io.coxswain.cli.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.api.ApiException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class ManifestTest {
  private static final String TWO =
      """
      # a comment
      apiVersion: v1
      kind: ConfigMap
      metadata:
        name: a
      ---
      apiVersion: trainer.kubeflow.org/v1alpha1
      kind: TrainJob
      metadata:
        name: b
        labels:
          x: y
      spec:
        trainer:
          numNodes: 0
          env:
            - name: A
            - name: B
      """;

  @Test
  void readsEveryDocument() throws Exception {
    Manifest manifest = parse(TWO);

    assertThat(manifest.documents()).extracting(Manifest.Document::name).containsExactly("a", "b");
    assertThat(manifest.documents())
        .extracting(Manifest.Document::kind)
        .containsExactly("ConfigMap", "TrainJob");
  }

  @Test
  void knowsTheLineOfAField() throws Exception {
    Manifest.Document document = parse(TWO).documents().getLast();

    assertThat(document.place("spec.trainer.numNodes")).isEqualTo("job.yaml:15");
    assertThat(document.place("spec.trainer.env[1].name")).isEqualTo("job.yaml:18");
    assertThat(document.place("metadata.labels[x]")).isEqualTo("job.yaml:12");
    assertThat(document.place("spec.trainer.nothing.here")).isEqualTo("job.yaml:15");
  }

  @Test
  void namesFileAndLineOfWhatIsNoYaml() {
    assertThatThrownBy(() -> parse("kind: A\nmetadata: [1, 2\nspec: {}\n"))
        .isInstanceOf(ManifestException.class)
        .hasMessageStartingWith("job.yaml:3: invalid YAML: ");
  }

  @Test
  void requiresAKindAndAName() {
    assertThatThrownBy(() -> parse("apiVersion: v1\nmetadata: {name: a}\n"))
        .hasMessage("job.yaml:1: kind: Required value");
    assertThatThrownBy(() -> parse("apiVersion: v1\nkind: A\nmetadata:\n  labels: {}\n"))
        .hasMessage("job.yaml:4: metadata.name: Required value");
    assertThatThrownBy(() -> parse("# nothing\n"))
        .hasMessage("job.yaml: no objects found; the file is empty or has only comments");
  }

  @Test
  void placesTheFieldsThatTheServerRejected() throws Exception {
    Manifest.Document document = parse(TWO).documents().getLast();
    ApiException refusal =
        ApiException.of(
            422,
            """
            {"kind":"Status","status":"Failure","reason":"Invalid","code":422,"message":"bad",
             "details":{"causes":[{"field":"spec.trainer.numNodes","message":"Invalid value: 0: should be at least 1"}]}}
            """
                .getBytes(StandardCharsets.UTF_8));
    ApiException unknown =
        ApiException.of(
            400,
            "{\"kind\":\"Status\",\"code\":400,\"message\":\"strict decoding error: unknown field \\\"spec.trainer.env[0].nme\\\"\"}"
                .getBytes(StandardCharsets.UTF_8));

    assertThat(Submission.explain(document, refusal))
        .isEqualTo("job.yaml:15: spec.trainer.numNodes: Invalid value: 0: should be at least 1");
    assertThat(Submission.explain(document, unknown))
        .isEqualTo("job.yaml:17: strict decoding error: unknown field \"spec.trainer.env[0].nme\"");
  }

  private static Manifest parse(String text) throws ManifestException {
    return Manifest.parse("job.yaml", text.getBytes(StandardCharsets.UTF_8));
  }
}
