package io.coxswain.slurm.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import org.junit.jupiter.api.Test;

class PodTemplateTest {
  private static ObjectNode object(String template) throws Exception {
    return (ObjectNode)
        Json.yamlMapper()
            .readTree("kind: Deployment\nspec: {replicas: 1, template: {%s}}".formatted(template));
  }

  @Test
  void theDigestIsThatOfWhatIsSaid() throws Exception {
    String digest = PodTemplate.digest(object("spec: {hostname: a, containers: [{name: c}]}"));

    assertThat(digest)
        .isEqualTo(
            PodTemplate.digest(
                object(
                    "metadata: {annotations: {versions: x}},"
                        + " spec: {containers: [{resources: {}, name: c}], hostname: a, volumes: [],"
                        + " priorityClassName: ''}")))
        .isNotEqualTo(PodTemplate.digest(object("spec: {hostname: a, containers: [{name: d}]}")))
        .isNotEqualTo(
            PodTemplate.digest(object("spec: {hostname: a, containers: [{name: c}, {name: c}]}")))
        .matches("[0-9a-f]{32}");
  }

  @Test
  void defaultsOfTheServerAreNoDifference() throws Exception {
    ObjectNode rendered =
        object(
            "metadata: {annotations: {versions: '1'}}, spec: {containers: [{name: c, args: [x]}]}");

    assertThat(
            PodTemplate.isRenderedIn(
                rendered,
                object(
                    "spec: {dnsPolicy: ClusterFirst, containers: [{name: c, args: [x], resources: {}}]}")))
        .isTrue();
    assertThat(
            PodTemplate.isRenderedIn(
                rendered, object("spec: {containers: [{name: c, args: [y]}]}")))
        .isFalse();
    assertThat(
            PodTemplate.isRenderedIn(
                rendered, object("spec: {containers: [{name: c, args: [x]}, {name: d}]}")))
        .isFalse();
    assertThat(PodTemplate.isRenderedIn(rendered, object("spec: {containers: [{name: c}]}")))
        .isFalse();
  }

  @Test
  void takesTheTemplateOfAnotherAndNothingElse() throws Exception {
    ObjectNode wanted = object("spec: {hostname: a}");
    wanted.withObject("/spec").putArray("volumeClaimTemplates").addObject();
    ObjectNode stored = object("spec: {hostname: b}");
    stored.withObject("/spec").put("replicas", 7);

    ObjectNode result = PodTemplate.transplanted(wanted, stored);

    assertThat(result).isEqualTo(object("spec: {hostname: b}"));
  }
}
