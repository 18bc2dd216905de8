package io.coxswain.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

class StrategicMergeTest {

  @Test
  void mergesMapsKeyByKey() {
    assertMerged(
        "nodeSelector: {zone: a, disk: ssd}",
        "nodeSelector: {zone: b, gpu: h100}",
        "nodeSelector: {zone: b, disk: ssd, gpu: h100}");
  }

  @Test
  void replacesListsThatHaveNoKey() {
    assertMerged(
        "tolerations: [{key: a}, {key: b}]", "tolerations: [{key: c}]", "tolerations: [{key: c}]");
  }

  @Test
  void mergesItemsWithTheSameKey() {
    assertMerged(
        "containers: [{name: node, image: x, env: [{name: A, value: '1'}]}]",
        "containers: [{name: node, env: [{name: A, value: '2'}, {name: B, value: '3'}]}]",
        "containers: [{name: node, image: x, env: [{name: A, value: '2'}, {name: B, value: '3'}]}]");
  }

  @Test
  void mergesMountsByPath() {
    assertMerged(
        "volumeMounts: [{name: v, mountPath: /a}]",
        "volumeMounts: [{name: v, mountPath: /b}, {name: w, mountPath: /a}]",
        "volumeMounts: [{name: v, mountPath: /b}, {name: w, mountPath: /a}]");
  }

  @Test
  void putsNewItemsBeforeThoseThatOnlyTheTemplateHas() {
    assertMerged(
        "env: [{name: A}, {name: B}]",
        "env: [{name: NEW}]",
        "env: [{name: NEW}, {name: A}, {name: B}]");
  }

  @Test
  void keepsAnUntouchedItemBeforeThePatchedOneThatFollowedIt() {
    assertMerged(
        "env: [{name: A}, {name: B}, {name: C}, {name: D}]",
        "env: [{name: C, value: c}, {name: A, value: a}]",
        "env: [{name: B}, {name: C, value: c}, {name: A, value: a}, {name: D}]");
  }

  @Test
  void keepsBothSourcesOfAVolume() {
    assertMerged(
        "volumes: [{name: data, emptyDir: {}}]",
        "volumes: [{name: data, persistentVolumeClaim: {claimName: c}}]",
        "volumes: [{name: data, emptyDir: {}, persistentVolumeClaim: {claimName: c}}]");
  }

  private static void assertMerged(String target, String patch, String expected) {
    ObjectNode tree = tree(target);

    StrategicMerge.merge(tree, tree(patch));

    assertThat((JsonNode) tree).isEqualTo(tree(expected));
    assertThat(tree.toString()).isEqualTo(tree(expected).toString());
  }

  private static ObjectNode tree(String yaml) {
    try {
      return Json.yamlMapper().readValue(yaml, ObjectNode.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
