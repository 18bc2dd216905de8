package io.coxswain.apiserver.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.Quantities;
import io.coxswain.api.schema.BuiltInTypes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TypedFormTest {
  @Test
  void dropsUnknownFieldsAndNamesThem() throws DecodeException {
    ObjectNode deployment =
        tree("{spec: {template: {spec: {containers: [{name: c, imagee: x}]}}, replica: 3}}");

    assertThat(decode("apps.v1.Deployment", deployment))
        .containsExactly("spec.template.spec.containers[0].imagee", "spec.replica");
    assertThat(deployment.at("/spec/template/spec/containers/0"))
        .isEqualTo(tree("{name: c, resources: {}}"));
  }

  @Test
  void writesEmptyStructsAsGoDoes() throws DecodeException {
    ObjectNode deployment = tree("{spec: {template: {spec: {containers: [{name: c}]}}}}");

    decode("apps.v1.Deployment", deployment);

    assertThat(deployment)
        .isEqualTo(
            tree(
                """
                metadata: {}
                spec:
                  selector: null
                  strategy: {}
                  template: {metadata: {}, spec: {containers: [{name: c, resources: {}}]}}
                status: {}
                """));
  }

  @Test
  void takesNullsForAbsent() throws DecodeException {
    ObjectNode map = tree("{metadata: {labels: null}, data: {a: null}, immutable: null}");

    decode("core.v1.ConfigMap", map);

    assertThat(map).isEqualTo(tree("{metadata: {}, data: {a: ''}}"));
  }

  @Test
  void leavesOutWhatIsEmptyUnlessThatMeansSomething() throws DecodeException {
    ObjectNode pod =
        tree(
            """
            metadata: {labels: {}, finalizers: []}
            spec:
              hostNetwork: false
              hostname: ''
              priority: 0
              automountServiceAccountToken: false
              securityContext: {}
              containers: [{name: c, tty: false, env: [{name: A, value: ''}], command: []}]
            """);

    decode("core.v1.Pod", pod);

    assertThat(pod)
        .isEqualTo(
            tree(
                """
                metadata: {}
                spec:
                  priority: 0
                  automountServiceAccountToken: false
                  securityContext: {}
                  containers: [{name: c, env: [{name: A}], resources: {}}]
                status: {}
                """));
  }

  @Test
  void writesTimesInUtc() throws DecodeException {
    ObjectNode lease =
        tree(
            "{metadata: {creationTimestamp: '2024-01-01T00:00:00.5+02:00'}, spec: {renewTime:"
                + " '2024-01-01T02:00:00.000001+02:00'}}");

    decode("coordination.v1.Lease", lease);

    assertThat(lease.at("/metadata/creationTimestamp").asText()).isEqualTo("2023-12-31T22:00:00Z");
    assertThat(lease.at("/spec/renewTime").asText()).isEqualTo("2024-01-01T00:00:00.000001Z");
  }

  @ParameterizedTest
  @CsvSource({
    "2020-01-01T00:00:00Z, cannot parse \"Z\" as \".000000\"",
    "2020-01-01T00:00:00.1234567Z, cannot parse \"7Z\" as \"Z07:00\"",
    "2020-01-01, cannot parse \"\" as \"T\"",
    "2020-13-01T00:00:00.000000Z, month out of range",
    "2021-02-29T00:00:00.000000Z, day out of range",
    "2020-01-01T00:00:00.000000Zx, extra text: \"x\"",
  })
  void reportsTheInvalidPartOfATime(String time, String problem) {
    assertThatThrownBy(() -> Times.canonical(time, true)).hasMessageEndingWith(": " + problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          apps.v1.Deployment | {spec: {replicas: x}} | json: cannot unmarshal string into Go struct field DeploymentSpec.spec.replicas of type int32
          apps.v1.Deployment | {spec: {replicas: 1.5}} | json: cannot unmarshal number 1.5 into Go struct field DeploymentSpec.spec.replicas of type int32
          apps.v1.Deployment | {spec: {template: {spec: {containers: {name: c}}}}} | json: cannot unmarshal object into Go struct field PodSpec.spec.template.spec.containers of type []v1.Container
          apps.v1.Deployment | {spec: {selector: x}} | json: cannot unmarshal string into Go struct field DeploymentSpec.spec.selector of type v1.LabelSelector
          core.v1.ConfigMap  | {data: {a: 5}} | json: cannot unmarshal number into Go struct field ConfigMap.data of type string
          core.v1.ConfigMap  | {data: [x]} | json: cannot unmarshal array into Go struct field ConfigMap.data of type map[string]string
          core.v1.ConfigMap  | {metadata: {name: true}} | json: cannot unmarshal bool into Go struct field ObjectMeta.metadata.name of type string
          core.v1.Pod        | {spec: {containers: [{command: x}]}} | json: cannot unmarshal string into Go struct field Container.spec.containers.command of type []string
          core.v1.Service    | {spec: {ports: [{targetPort: true}]}} | json: cannot unmarshal bool into Go struct field ServicePort.spec.ports.targetPort of type int32
          core.v1.Secret     | {data: {a: '&&&'}} | illegal base64 data at input byte 0
          """)
  void reportsWrongTypesAsGoDoes(String type, String yaml, String message) {
    assertThatThrownBy(() -> decode(type, tree(yaml))).hasMessage(message);
  }

  @ParameterizedTest
  @CsvSource({
    "1000m, 1",
    "1024Mi, 1Gi",
    "0.5, 500m",
    "1.5Gi, 1536Mi",
    "100m, 100m",
    "0, 0",
    "0Mi, 0",
    "1000, 1k",
    "1500, 1500",
    "1e3, 1e3",
    "128974848, 128974848",
    "0.5Mi, 512Ki",
    "-1, -1",
    "1000000, 1M",
    "512, 512",
    "1024, 1024",
    "512Ki, 512Ki",
    "12e6, 12e6",
    "2048Ki, 2Mi"
  })
  void writesQuantitiesInCanonicalForm(String sent, String kept) throws DecodeException {
    assertThat(Quantities.canonical(sent)).isEqualTo(kept);
  }

  @Test
  void findsDuplicateKeys() throws IOException {
    String json = "{\"data\":{\"a\":1,\"a\":2},\"l\":[{\"x\":1,\"x\":2}],\"data\":{}}";

    assertThat(Duplicates.read(json.getBytes(StandardCharsets.UTF_8), true).duplicates())
        .containsExactly("data.a", "l[0].x", "data");
  }

  private static List<String> decode(String type, ObjectNode object) throws DecodeException {
    return TypedForm.decode(object, BuiltInTypes.named(type));
  }

  private static ObjectNode tree(String yaml) {
    try {
      return (ObjectNode) Json.yamlMapper().readTree(yaml);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
