package io.coxswain.apiserver.apply;

import static io.coxswain.apiserver.apply.Managed.builtIn;
import static io.coxswain.apiserver.apply.Managed.custom;
import static io.coxswain.apiserver.apply.Managed.tree;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ServerSideApplyTest {
  private final Managed map = builtIn("v1", "ConfigMap");
  private final Managed deployment = builtIn("apps/v1", "Deployment");

  @Nested
  class Maps {
    @Test
    void createsWhatIsNotThere() throws ApplyException {
      map.apply("alice", "{metadata: {labels: {l: x}}, data: {a: '1'}}");

      assertThat(map.object()).isEqualTo(tree("{metadata: {labels: {l: x}}, data: {a: '1'}}"));
      assertThat(map.owners())
          .containsExactly("alice Apply {f:data:{f:a:{}},f:metadata:{f:labels:{f:l:{}}}}");
    }

    @Test
    void removesWhatTheApplierNoLongerSays() throws ApplyException {
      map.apply("alice", "{metadata: {labels: {l: x}}, data: {a: '1', b: '2'}}")
          .apply("alice", "{data: {b: '2'}}");

      assertThat(map.object()).isEqualTo(tree("{data: {b: '2'}}"));
      assertThat(map.owners()).containsExactly("alice Apply {f:data:{f:b:{}}}");
    }

    @Test
    void forgetsAnApplierThatSaysNothing() throws ApplyException {
      map.apply("alice", "{data: {a: '1'}}").apply("alice", "{}");

      assertThat(map.object()).isEqualTo(tree("{}"));
      assertThat(map.owners()).isEmpty();
    }

    @Test
    void labelsOfDifferentManagersStandSideBySide() throws ApplyException {
      map.apply("alice", "{metadata: {labels: {a: x}}}")
          .apply("bob", "{metadata: {labels: {b: y}}}");

      assertThat(map.object()).isEqualTo(tree("{metadata: {labels: {a: x, b: y}}}"));
      assertThat(map.owners())
          .containsExactly(
              "alice Apply {f:metadata:{f:labels:{f:a:{}}}}",
              "bob Apply {f:metadata:{f:labels:{f:b:{}}}}");
    }

    @Test
    void ownsAnEmptyMapAsSuch() throws ApplyException {
      map.put("ed", "{data: {a: '1', b: '2'}}")
          .apply("alice", "{data: {a: '1'}}")
          .apply("alice", "{data: {}}");

      assertThat(map.object()).isEqualTo(tree("{data: {a: '1', b: '2'}}"));
      assertThat(map.owners())
          .containsExactlyInAnyOrder(
              "alice Apply {f:data:{}}", "ed Update {f:data:{.:{},f:a:{},f:b:{}}}");
    }

    @Test
    void aMapStaysOwnedWhenAnotherTakesItsLastEntry() throws ApplyException {
      map.apply("alice", "{data: {a: '1'}}")
          .apply("bob", "{data: {b: '2'}}")
          .apply("alice", "{data: {}}")
          .apply("bob", "{}");

      assertThat(map.object()).isEqualTo(tree("{}"));
      assertThat(map.owners()).containsExactly("alice Apply {f:data:{}}");
    }

    @Test
    void treatsAnAtomicMapAsOneField() throws ApplyException {
      deployment.apply("alice", "{spec: {template: {spec: {nodeSelector: {n: '1'}}}}}");

      assertThat(
              conflict(
                  () ->
                      deployment.apply(
                          "bob", "{spec: {template: {spec: {nodeSelector: {m: '1'}}}}}")))
          .hasMessage(
              "Apply failed with 1 conflict: conflict with \"alice\":"
                  + " .spec.template.spec.nodeSelector");
      deployment.force("bob", "{spec: {template: {spec: {nodeSelector: {m: '1'}}}}}");
      assertThat(deployment.object())
          .isEqualTo(tree("{spec: {template: {spec: {nodeSelector: {m: '1'}}}}}"));
    }
  }

  @Nested
  class Conflicts {
    @Test
    void rejectsChangesToFieldsOfOtherOwnersUnlessForced() throws ApplyException {
      deployment.apply(
          "a", "{spec: {template: {spec: {containers: [{name: c, image: v1}]}}, replicas: 1}}");
      String change = "{spec: {template: {spec: {containers: [{name: c, image: v2}]}}}}";

      ApplyException conflict = conflict(() -> deployment.apply("b", change));

      assertThat(conflict)
          .hasMessage(
              "Apply failed with 1 conflict: conflict with \"a\":"
                  + " .spec.template.spec.containers[name=\"c\"].image");
      assertThat(conflict.code()).isEqualTo(409);
      assertThat(conflict.reason()).isEqualTo("Conflict");
      assertThat(conflict.causes())
          .containsExactly(
              new ApplyException.Cause(
                  "conflict with \"a\"", ".spec.template.spec.containers[name=\"c\"].image"));
      deployment.force("b", change);
      assertThat(deployment.owners())
          .containsExactly(
              "a Apply {f:spec:{f:replicas:{},f:template:{f:spec:{f:containers:{k:{'name':'c'}:"
                  + "{.:{},f:name:{}}}}}}}",
              "b Apply {f:spec:{f:template:{f:spec:{f:containers:{k:{'name':'c'}:"
                  + "{.:{},f:image:{},f:name:{}}}}}}}");
    }

    @Test
    void listsSeveralConflictsByManager() throws ApplyException {
      map.put("creator", "{data: {k: v, l: v}}")
          .apply("alice", "{metadata: {labels: {x: '1'}}, data: {m: v}}");

      ApplyException conflict =
          conflict(
              () -> map.apply("bob", "{metadata: {labels: {x: '2'}}, data: {k: w, l: w, m: w}}"));

      assertThat(conflict)
          .hasMessage(
              """
              Apply failed with 4 conflicts: conflicts with "alice":
              - .data.m
              - .metadata.labels.x
              conflicts with "creator" using v1:
              - .data.k
              - .data.l""");
    }

    @Test
    void namesMembersOfANodeBeforeWhatLiesDeeper() throws ApplyException {
      deployment.apply(
          "alice",
          "{spec: {template: {spec: {containers: [{name: c, args: [a]}], tolerations: [{key: t}],"
              + " nodeSelector: {n: '1'}}}}}");

      assertThat(
              conflict(
                  () ->
                      deployment.apply(
                          "bob",
                          "{spec: {template: {spec: {containers: [{name: c, args: [b]}],"
                              + " tolerations: [], nodeSelector: {m: '1'}}}}}")))
          .hasMessageEndingWith(
              """
              - .spec.template.spec.nodeSelector
              - .spec.template.spec.tolerations
              - .spec.template.spec.containers[name="c"].args""");
    }

    @Test
    void conflictsWithAnUpdaterOfTheSameName() {
      map.put("creator", "{data: {k: v}}");

      assertThat(conflict(() -> map.apply("creator", "{data: {k: w}}")))
          .hasMessage("Apply failed with 1 conflict: conflict with \"creator\" using v1: .data.k");
    }

    @Test
    void namesTheSubresource() throws ApplyException {
      deployment.apply("alice", "{spec: {replicas: 1}}");
      deployment.applyStatus("alice", "{status: {replicas: 1}}");

      assertThat(conflict(() -> deployment.applyStatus("bob", "{status: {replicas: 2}}")))
          .hasMessage(
              "Apply failed with 1 conflict: conflict with \"alice\" with subresource \"status\":"
                  + " .status.replicas");
      assertThat(deployment.owners())
          .containsExactly(
              "alice Apply {f:spec:{f:replicas:{}}}",
              "alice Apply/status {f:status:{f:replicas:{}}}");
    }

    @Test
    void removingAFieldThatAnotherAlsoOwnsIsNoConflict() throws ApplyException {
      map.apply("alice", "{data: {k: v}}").apply("bob", "{data: {k: v}}").apply("bob", "{}");

      assertThat(map.object()).isEqualTo(tree("{data: {k: v}}"));
      assertThat(map.owners()).containsExactly("alice Apply {f:data:{f:k:{}}}");
    }
  }

  @Nested
  class SharedOwnership {
    @Test
    void aFieldVanishesWhenItsLastOwnerDropsIt() throws ApplyException {
      map.apply("a", "{metadata: {labels: {l: x}}}").apply("b", "{metadata: {labels: {l: x}}}");

      map.apply("a", "{}");
      assertThat(map.object()).isEqualTo(tree("{metadata: {labels: {l: x}}}"));
      assertThat(map.owners()).containsExactly("b Apply {f:metadata:{f:labels:{f:l:{}}}}");

      map.apply("b", "{}");
      assertThat(map.object()).isEqualTo(tree("{}"));
    }

    @Test
    void aCoOwnerThatChangesNothingHasNoTime() throws ApplyException {
      map.apply("alice", "{data: {k: v}}").apply("bob", "{data: {k: v}}");

      assertThat(map.second("alice")).isEqualTo(1);
      assertThat(map.second("bob")).isEqualTo(-1);

      map.force("bob", "{data: {k: w}}");
      assertThat(map.second("bob")).isEqualTo(3);
    }

    @Test
    void applyingTheSameAgainChangesNothing() throws ApplyException {
      map.apply("alice", "{data: {k: v}}");
      var before = map.live().deepCopy();

      map.apply("alice", "{data: {k: v}}");

      assertThat(map.live()).isEqualTo(before);
    }

    @Test
    void anUpdateTakesTheFieldFromItsApplier() throws ApplyException {
      map.apply("alice", "{data: {a: '1', b: '1'}}").put("ed", "{data: {a: '2', b: '1'}}");

      assertThat(map.owners())
          .containsExactly("alice Apply {f:data:{f:b:{}}}", "ed Update {f:data:{f:a:{}}}");

      map.apply("alice", "{data: {b: '1'}}");
      assertThat(map.object()).isEqualTo(tree("{data: {a: '2', b: '1'}}"));
    }
  }

  @Nested
  class Lists {
    @Test
    void distinguishesPortsByNumberAndProtocol() throws ApplyException {
      Managed service = builtIn("v1", "Service");
      String config = "{spec: {ports: [{port: 53, protocol: TCP}, {port: 53, protocol: UDP}]}}";

      service.apply("alice", config);
      var once = service.live().deepCopy();
      service.apply("alice", config);

      assertThat(service.live()).isEqualTo(once);
      assertThat(service.owners())
          .containsExactly(
              "alice Apply {f:spec:{f:ports:{k:{'port':53,'protocol':'TCP'}:{.:{},f:port:{},"
                  + "f:protocol:{}},k:{'port':53,'protocol':'UDP'}:{.:{},f:port:{},f:protocol:{}}}}}");
    }

    @Test
    void aMissingKeyTakesItsDefault() throws ApplyException {
      Managed service = builtIn("v1", "Service");

      service.apply("alice", "{spec: {ports: [{port: 80}]}}");

      assertThat(service.owners())
          .containsExactly(
              "alice Apply {f:spec:{f:ports:{k:{'port':80,'protocol':'TCP'}:{.:{},f:port:{}}}}}");
    }

    @Test
    void mergesItemsByKeyInTheOrderOfTheConfiguration() throws ApplyException {
      deployment.apply("alice", containers("{name: c, image: i}"));
      deployment.apply("bob", containers("{name: side, image: s}"));
      assertThat(deployment.object())
          .isEqualTo(tree(containers("{name: c, image: i}, {name: side, image: s}")));

      deployment.apply("bob", containers("{name: side, image: s}, {name: c, tty: true}"));
      assertThat(deployment.object())
          .isEqualTo(tree(containers("{name: side, image: s}, {name: c, image: i, tty: true}")));
    }

    @Test
    void anItemStaysWhileAnotherOwnsSomethingInIt() throws ApplyException {
      deployment.apply("alice", containers("{name: c, image: i}"));
      deployment.apply("bob", containers("{name: c, tty: true}"));

      deployment.apply("alice", "{spec: {replicas: 1}}");

      assertThat(deployment.object())
          .isEqualTo(
              tree(
                  "{spec: {template: {spec: {containers: [{name: c, tty: true}]}}, replicas: 1}}"));

      deployment.apply("bob", "{}");
      assertThat(deployment.object()).isEqualTo(tree("{spec: {replicas: 1}}"));
    }

    @Test
    void whatNobodyOwnsGoesWithItsItem() throws ApplyException {
      deployment.apply("alice", containers("{name: c, image: i}, {name: d, image: j}"));
      // The server adds a default, which has no owner.
      deployment
          .live()
          .withObject("/spec/template/spec/containers/0")
          .put("terminationMessagePath", "/x");

      deployment.apply("alice", containers("{name: d, image: j}"));

      assertThat(deployment.object()).isEqualTo(tree(containers("{name: d, image: j}")));
    }

    @Test
    void whatNobodyOwnsOutlivesItsNeighbours() throws ApplyException {
      deployment.apply("alice", "{spec: {replicas: 1, paused: true}}");
      deployment.live().withObject("/spec").put("revisionHistoryLimit", 10);

      deployment.apply("alice", "{spec: {paused: true}}");

      assertThat(deployment.object())
          .isEqualTo(tree("{spec: {paused: true, revisionHistoryLimit: 10}}"));
    }

    @Test
    void treatsASetValueByValue() throws ApplyException {
      map.apply("alice", "{metadata: {finalizers: [a, b]}}")
          .apply("bob", "{metadata: {finalizers: [b, c]}}");
      assertThat(map.object()).isEqualTo(tree("{metadata: {finalizers: [a, b, c]}}"));

      map.apply("alice", "{}");

      assertThat(map.object()).isEqualTo(tree("{metadata: {finalizers: [b, c]}}"));
      assertThat(map.owners())
          .containsExactly("bob Apply {f:metadata:{f:finalizers:{v:'b':{},v:'c':{}}}}");
    }

    @Test
    void ownsAnAtomicItemAsAWhole() throws ApplyException {
      map.apply("alice", "{metadata: {ownerReferences: [{uid: u1, name: one}]}}");

      assertThat(
              conflict(
                  () ->
                      map.apply("bob", "{metadata: {ownerReferences: [{uid: u1, name: other}]}}")))
          .hasMessage(
              "Apply failed with 1 conflict: conflict with \"alice\":"
                  + " .metadata.ownerReferences[uid=\"u1\"]");
      assertThat(map.owners())
          .containsExactly("alice Apply {f:metadata:{f:ownerReferences:{k:{'uid':'u1'}:{}}}}");
    }

    @Test
    void toleratesDuplicatesInTheLiveListOnly() throws ApplyException {
      deployment.put("ed", containers("{name: c, image: i}, {name: c, image: j}"));

      deployment.apply("alice", "{spec: {replicas: 2}}");
      assertThat(deployment.object().at("/spec/template/spec/containers")).hasSize(2);

      assertThat(conflict(() -> deployment.apply("alice", containers("{name: c}, {name: c}"))))
          .hasMessage(
              "failed to create typed patch object (/x; apps/v1, Kind=Deployment):"
                  + " .spec.template.spec.containers: duplicate entries for key [name=\"c\"]");
    }

    private String containers(String items) {
      return "{spec: {template: {spec: {containers: [" + items + "]}}}}";
    }
  }

  @Nested
  class CustomResources {
    private final Managed gizmo =
        custom(
            """
            type: object
            properties:
              any: {x-kubernetes-preserve-unknown-fields: true}
              note: {type: string}
              size: {type: integer}
              pairs:
                type: array
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [port, proto]
                items:
                  type: object
                  properties:
                    port: {type: integer}
                    proto: {type: string, default: TCP}
                    text: {type: string}
            """);

    @Test
    void splitsUnknownFieldsByTheirValues() throws ApplyException {
      gizmo.apply("alice", "{spec: {any: {a: {b: 1}, l: [1, 2]}}}");
      gizmo.apply("bob", "{spec: {any: {a: {c: 2}}}}");

      assertThat(gizmo.object()).isEqualTo(tree("{spec: {any: {a: {b: 1, c: 2}, l: [1, 2]}}}"));
      assertThat(gizmo.owners())
          .containsExactly(
              "alice Apply {f:spec:{f:any:{f:a:{.:{},f:b:{}},f:l:{}}}}",
              "bob Apply {f:spec:{f:any:{f:a:{.:{},f:c:{}}}}}");
    }

    @Test
    void mayTurnAnUnknownMapIntoAScalar() throws ApplyException {
      gizmo.apply("alice", "{spec: {any: {a: {b: 1}}}}");
      gizmo.apply("bob", "{spec: {any: {a: {c: 2}}, note: n}}");

      gizmo.apply("alice", "{spec: {any: text}}");

      assertThat(gizmo.object()).isEqualTo(tree("{spec: {any: text, note: n}}"));
      assertThat(gizmo.owners())
          .containsExactlyInAnyOrder(
              "alice Apply {f:spec:{f:any:{}}}", "bob Apply {f:spec:{f:note:{}}}");
    }

    @Test
    void createdByAnUpdateItsParentsAreOwnedToo() {
      gizmo.put("ed", "{spec: {note: n}}");

      assertThat(gizmo.owners()).containsExactly("ed Update {f:spec:{.:{},f:note:{}}}");
    }

    @Test
    void rejectsFieldsThatDoNotMatchTheSchema() {
      refused("{spec: {bogus: 1}}", ".spec.bogus: field not declared in schema");
      refused("{spec: {size: two}}", ".spec.size: expected numeric (int or float), got string");
      refused(
          "{spec: {note: 5}}",
          ".spec.note: expected string, got &value.valueUnstructured{Value:5}");
      refused("{spec: [x]}", ".spec: expected map, got &{[x]}");
      refused(
          "{spec: {pairs: [{port: 1}, {port: 1, proto: TCP}]}}",
          ".spec.pairs: duplicate entries for key [port=1,proto=\"TCP\"]");
    }

    private void refused(String config, String why) {
      ApplyException failure = conflict(() -> gizmo.apply("alice", config));

      assertThat(failure.code()).isEqualTo(500);
      assertThat(failure.reason()).isEmpty();
      assertThat(failure)
          .hasMessage("failed to create typed patch object (/x; e.com/v1, Kind=Gizmo): " + why);
    }
  }

  @Nested
  class Kubectl {
    private static final String LAST =
        "kubectl.kubernetes.io/last-applied-configuration: '{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\","
            + "\"data\":{\"a\":\"1\"}}'";

    @Test
    void mayOverwriteWhatItAppliedFromTheClient() throws ApplyException {
      map.put(
          "kubectl-client-side-apply",
          "{metadata: {annotations: {" + LAST + "}}, data: {a: '1', b: '1'}}");

      map.apply("kubectl", "{data: {a: '2'}}");

      assertThat(map.object().at("/data")).isEqualTo(tree("{a: '2', b: '1'}"));
      assertThat(
              map.object()
                  .at("/metadata/annotations/kubectl.kubernetes.io~1last-applied-configuration")
                  .asText())
          .isEqualTo(
              "{\"apiVersion\":\"v1\",\"data\":{\"a\":\"2\"},\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"x\"}}\n");
    }

    @Test
    void mayNotOverwriteWhatItNeverApplied() {
      map.put("ed", "{metadata: {annotations: {" + LAST + "}}, data: {a: '1', b: '1'}}");

      assertThat(conflict(() -> map.apply("kubectl", "{data: {b: '2'}}")))
          .hasMessage("Apply failed with 1 conflict: conflict with \"ed\" using v1: .data.b");
      assertThat(conflict(() -> map.apply("other", "{data: {a: '2'}}")))
          .hasMessage("Apply failed with 1 conflict: conflict with \"ed\" using v1: .data.a");
    }
  }

  @Test
  void rejectsAnUnknownField() {
    ApplyException failure = conflict(() -> deployment.apply("alice", "{spec: {replica: 1}}"));

    assertThat(failure.code()).isEqualTo(500);
    assertThat(failure)
        .hasMessage(
            "failed to create typed patch object (/x; apps/v1, Kind=Deployment): .spec.replica:"
                + " field not declared in schema");
  }

  @Test
  void rejectsManagedFieldsInTheBody() {
    ApplyException failure =
        conflict(() -> map.apply("alice", "{metadata: {managedFields: []}, data: {a: '1'}}"));

    assertThat(failure.code()).isEqualTo(400);
    assertThat(failure).hasMessage("metadata.managedFields must be nil");
  }

  @Test
  void ignoresTheFieldsOfAnotherEndpoint() throws ApplyException {
    deployment.apply("alice", "{spec: {replicas: 1}, status: {replicas: 9}}");

    assertThat(deployment.owners()).containsExactly("alice Apply {f:spec:{f:replicas:{}}}");
  }

  private static ApplyException conflict(ThrowingCallable call) {
    return catchThrowableOfType(ApplyException.class, call);
  }
}
