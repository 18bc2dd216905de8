package io.coxswain.apiserver.patch;

import static io.coxswain.apiserver.patch.PatchFixtures.body;
import static io.coxswain.apiserver.patch.PatchFixtures.tree;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.schema.BuiltInTypes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StrategicMergePatchTest {
  private static final String TWO = "{containers: [{name: a, image: a:1}, {name: b, image: b:1}]}";
  private static final String THREE =
      "{containers: [{name: a, image: a:1}, {name: b, image: b:1}, {name: c, image: c:1}]}";

  @Test
  void changesOneContainerAndLeavesTheOther() throws PatchException {
    assertThat(pod(TWO, "{containers: [{name: b, image: b:2}]}"))
        .isEqualTo(tree("{containers: [{name: a, image: a:1}, {name: b, image: b:2}]}"));
    assertThat(pod(TWO, "{containers: [{name: a, $patch: delete}]}"))
        .isEqualTo(tree("{containers: [{name: b, image: b:1}]}"));
    assertThat(pod(TWO, "{$setElementOrder/containers: [{name: b}, {name: a}]}"))
        .isEqualTo(tree("{containers: [{name: b, image: b:1}, {name: a, image: a:1}]}"));
  }

  @Test
  void putsANewItemBeforeThoseThePatchDoesNotName() throws PatchException {
    assertThat(pod(TWO, "{containers: [{name: n, image: n:1}]}"))
        .isEqualTo(
            tree(
                "{containers: [{name: n, image: n:1}, {name: a, image: a:1}, {name: b, image:"
                    + " b:1}]}"));
  }

  @Test
  void keepsUnnamedItemsNextToTheirNeighbours() throws PatchException {
    assertThat(
            pod(
                "{containers: [{name: c}, {name: a}, {name: b}]}",
                "{$setElementOrder/containers: [{name: n}, {name: b}], containers: [{name: n}]}"))
        .isEqualTo(tree("{containers: [{name: n}, {name: c}, {name: a}, {name: b}]}"));
    assertThat(
            pod(
                "{containers: [{name: n}, {name: c}, {name: a}, {name: b}]}",
                "{$setElementOrder/containers: [{name: b}, {name: a}], containers: [{name: n,"
                    + " $patch: delete}]}"))
        .isEqualTo(tree("{containers: [{name: c}, {name: b}, {name: a}]}"));
  }

  @Test
  void replacesAListOnDemand() throws PatchException {
    assertThat(pod(TWO, "{containers: [{$patch: replace}, {name: n}]}"))
        .isEqualTo(tree("{containers: [{name: n}]}"));
  }

  @Test
  void replacesAListWithoutAStrategy() throws PatchException {
    assertThat(pod("{tolerations: [{key: a}]}", "{tolerations: [{key: b}]}"))
        .isEqualTo(tree("{tolerations: [{key: b}]}"));
  }

  @Test
  void mergesContainerPortsByNumberAlone() throws PatchException {
    assertThat(
            pod(
                "{containers: [{name: c, ports: [{containerPort: 80, protocol: TCP}]}]}",
                "{containers: [{name: c, ports: [{containerPort: 80, protocol: UDP}]}]}"))
        .isEqualTo(tree("{containers: [{name: c, ports: [{containerPort: 80, protocol: UDP}]}]}"));
  }

  @Test
  void retainsOnlyTheKeysNamed() throws PatchException {
    assertThat(
            deployment(
                "{spec: {strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 1}}}}",
                "{spec: {strategy: {$retainKeys: [type], type: Recreate}}}"))
        .isEqualTo(tree("{spec: {strategy: {type: Recreate}}}"));
  }

  @Test
  void mergesAndDeletesScalars() throws PatchException {
    String before = "{metadata: {finalizers: [a, b]}}";
    assertThat(deployment(before, "{metadata: {finalizers: [c, a]}}"))
        .isEqualTo(tree("{metadata: {finalizers: [c, a, b]}}"));
    assertThat(deployment(before, "{metadata: {$deleteFromPrimitiveList/finalizers: [a]}}"))
        .isEqualTo(tree("{metadata: {finalizers: [b]}}"));
  }

  @Test
  void replacesOrDeletesAMap() throws PatchException {
    String before = "{metadata: {labels: {a: x, b: y}}}";
    assertThat(deployment(before, "{metadata: {labels: {$patch: replace, c: z}}}"))
        .isEqualTo(tree("{metadata: {labels: {c: z}}}"));
    assertThat(deployment(before, "{metadata: {labels: {$patch: delete}}}"))
        .isEqualTo(tree("{metadata: {labels: {}}}"));
    assertThat(deployment(before, "{metadata: {labels: {a: null}}}"))
        .isEqualTo(tree("{metadata: {labels: {b: y}}}"));
  }

  @Test
  void keepsTheKindOfTheObject() throws PatchException {
    String before = "{apiVersion: apps/v1, kind: Deployment, spec: {paused: true}}";
    assertThat(deployment(before, "{kind: Secret}")).isEqualTo(tree(before));
    assertThat(deployment(before, "{$patch: replace, spec: {}}"))
        .isEqualTo(tree("{apiVersion: apps/v1, kind: Deployment, spec: {}}"));
  }

  @Test
  void ignoresDirectivesInNewObjects() throws PatchException {
    assertThat(
            pod(
                "{}",
                "{$setElementOrder/containers: [{name: a}], containers: [{name: a, command: null},"
                    + " {name: b, $patch: delete}], securityContext: {$retainKeys: [x], x: 1}}"))
        .isEqualTo(
            tree(
                "{securityContext: {$retainKeys: [x], x: 1},"
                    + " containers: [{name: a, command: null}]}"));
    assertThat(pod("{}", "{securityContext: {$patch: replace, x: 1}}")).isEqualTo(tree("{}"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          500 | {containers: [{image: x}]}               | map: map[image:x] does not contain declared merge key: name
          500 | {containers: [{name: a, $patch: grow}]}  | unknown patch type: grow in map: map[$patch:grow name:a]
          500 | {securityContext: {$patch: merge, d: 4}} | unknown patch type: merge in map: map[$patch:merge d:4]
          500 | {containers: [c]}                        | list element types are not identical: [[map[image:a:1 name:a] map[image:b:1 name:b] map[image:c:1 name:c]] [c]]
          400 | {securityContext: {$retainKeys: x}}      | invalid patch format of retainKeys
          """)
  void rejectsBadDirectives(int code, String patch, String message) {
    var failure =
        catchThrowableOfType(
            PatchException.class,
            () ->
                pod(THREE.substring(0, THREE.length() - 1) + ", securityContext: {y: 1}}", patch));

    assertThat(failure).hasMessage(message);
    assertThat(failure.code()).isEqualTo(code);
  }

  @Test
  void rejectsAnOrderThatThePatchItselfBreaks() {
    var failure =
        catchThrowableOfType(
            PatchException.class,
            () ->
                pod(
                    THREE,
                    "{$setElementOrder/containers: [{name: a}, {name: b}, {name: c}], containers:"
                        + " [{name: c, image: c:2}, {name: a, image: a:2}]}"));

    assertThat(failure)
        .hasMessage(
            "The order in patch list:\n[map[image:c:2 name:c] map[image:a:2 name:a]]\n doesn't"
                + " match $setElementOrder list:\n[map[name:a] map[name:b] map[name:c]]\n");
    assertThat(failure.code()).isEqualTo(500);
  }

  private static ObjectNode pod(String spec, String patch) throws PatchException {
    return StrategicMergePatch.parse(body(patch))
        .apply(tree(spec), BuiltInTypes.named("core.v1.PodSpec"));
  }

  private static ObjectNode deployment(String object, String patch) throws PatchException {
    return StrategicMergePatch.parse(body(patch))
        .apply(tree(object), BuiltInTypes.named("apps.v1.Deployment"));
  }
}
