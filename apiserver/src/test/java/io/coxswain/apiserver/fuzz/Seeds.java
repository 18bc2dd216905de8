package io.coxswain.apiserver.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import java.util.List;

/** Objects and requests that are well formed, from which malformed ones are made. */
final class Seeds {
  private Seeds() {}

  /** An object and the collection it belongs in. */
  record Seed(String path, JsonNode object) {
    String name() {
      return object.at("/metadata/name").asText();
    }
  }

  static final List<Seed> OBJECTS =
      List.of(
          seed(
              "/api/v1/namespaces/fuzz/pods",
              """
              {apiVersion: v1, kind: Pod, metadata: {name: p, labels: {a: b}}, spec: {
                initContainers: [{name: i, image: x}],
                containers: [{name: c, image: x, ports: [{containerPort: 80, protocol: TCP}],
                  env: [{name: A, value: b}, {name: F, valueFrom: {fieldRef: {fieldPath: metadata.name}}}],
                  resources: {requests: {cpu: 100m}, limits: {cpu: "1"}},
                  readinessProbe: {httpGet: {path: /, port: http}},
                  volumeMounts: [{name: v, mountPath: /v}]}],
                tolerations: [{key: k, operator: Exists}],
                affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [
                  {matchExpressions: [{key: a, operator: In, values: [b]}]}]}}},
                topologySpreadConstraints: [{maxSkew: 1, topologyKey: z, whenUnsatisfiable: DoNotSchedule}],
                volumes: [{name: v, projected: {sources: [{configMap: {name: c}}]}}]}}
              """),
          seed(
              "/apis/apps/v1/namespaces/fuzz/deployments",
              """
              {apiVersion: apps/v1, kind: Deployment, metadata: {name: d}, spec: {replicas: 2,
                selector: {matchLabels: {a: b}}, strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 25%}},
                template: {metadata: {labels: {a: b}}, spec: {containers: [{name: c, image: x}, {name: e, image: y}]}}}}
              """),
          seed(
              "/apis/batch/v1/namespaces/fuzz/jobs",
              """
              {apiVersion: batch/v1, kind: Job, metadata: {name: j}, spec: {completions: 3, parallelism: 2,
                completionMode: Indexed, backoffLimitPerIndex: 1, maxFailedIndexes: 2,
                podFailurePolicy: {rules: [{action: FailJob, onExitCodes: {operator: In, values: [1, 2]}}]},
                template: {spec: {restartPolicy: Never, containers: [{name: c, image: x}]}}}}
              """),
          seed(
              "/apis/batch/v1/namespaces/fuzz/cronjobs",
              """
              {apiVersion: batch/v1, kind: CronJob, metadata: {name: cj}, spec: {schedule: "*/5 * * * *", timeZone: Etc/UTC,
                jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: c, image: x}]}}}}}}
              """),
          seed(
              "/api/v1/namespaces/fuzz/services",
              """
              {apiVersion: v1, kind: Service, metadata: {name: s}, spec: {type: NodePort, selector: {a: b},
                ports: [{name: a, port: 80, targetPort: http}, {name: b, port: 81, protocol: UDP}]}}
              """),
          seed(
              "/api/v1/namespaces/fuzz/configmaps",
              "{apiVersion: v1, kind: ConfigMap, metadata: {name: cm, finalizers: [x/y]}, data: {a:"
                  + " b}, binaryData: {c: AAA=}}"),
          seed(
              "/api/v1/namespaces/fuzz/secrets",
              "{apiVersion: v1, kind: Secret, metadata: {name: sec}, type: Opaque, stringData: {a:"
                  + " b}, data: {c: AAA=}}"),
          seed(
              "/apis/autoscaling/v2/namespaces/fuzz/horizontalpodautoscalers",
              """
              {apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, metadata: {name: h}, spec: {maxReplicas: 3,
                scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: d}, metrics: [{type: Resource, resource: {name: cpu,
                target: {type: Utilization, averageUtilization: 50}}}]}}
              """),
          seed(
              "/apis/policy/v1/namespaces/fuzz/poddisruptionbudgets",
              "{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: b}, spec:"
                  + " {minAvailable: 50%, selector: {matchLabels: {a: b}}}}"),
          seed(
              "/apis/networking.k8s.io/v1/namespaces/fuzz/ingresses",
              """
              {apiVersion: networking.k8s.io/v1, kind: Ingress, metadata: {name: i}, spec: {rules: [{host: a.b, http: {paths: [
                {path: /, pathType: Prefix, backend: {service: {name: s, port: {number: 80}}}}]}}]}}
              """),
          seed(
              "/apis/rbac.authorization.k8s.io/v1/namespaces/fuzz/roles",
              "{apiVersion: rbac.authorization.k8s.io/v1, kind: Role, metadata: {name: r}, rules:"
                  + " [{verbs: [get], apiGroups: [''], resources: [pods]}]}"),
          seed(
              "/apis/coordination.k8s.io/v1/namespaces/fuzz/leases",
              "{apiVersion: coordination.k8s.io/v1, kind: Lease, metadata: {name: l}, spec:"
                  + " {holderIdentity: a, leaseDurationSeconds: 5, renewTime:"
                  + " '2020-01-01T00:00:00.000000Z'}}"),
          seed(
              "/api/v1/nodes",
              "{apiVersion: v1, kind: Node, metadata: {name: fuzz-node}, spec: {taints: [{key: a,"
                  + " effect: NoSchedule}]}, status: {capacity: {cpu: '4'}}}"),
          seed(
              "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
              """
              {apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: things.fuzz.example},
               spec: {group: fuzz.example, scope: Namespaced, names: {plural: things, kind: Thing, singular: thing, shortNames: [th]},
                versions: [{name: v1, served: true, storage: true, subresources: {status: {}, scale: {specReplicasPath: .spec.n, statusReplicasPath: .status.n}},
                 additionalPrinterColumns: [{name: Number, type: integer, jsonPath: .spec.n}],
                 schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, required: [n],
                   x-kubernetes-validations: [{rule: 'self.n > 0 && self.list.all(x, x.size() < 5)', message: bad, messageExpression: "'n is ' + string(self.n)"}],
                   properties: {n: {type: integer, minimum: 0, default: 1}, s: {type: string, pattern: '^a*$', enum: [a, aa]},
                     list: {type: array, items: {type: string}, maxItems: 5, x-kubernetes-list-type: set},
                     keyed: {type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [k], items: {type: object, required: [k], properties: {k: {type: string}}}},
                     any: {x-kubernetes-preserve-unknown-fields: true}, io: {x-kubernetes-int-or-string: true, anyOf: [{type: integer}, {type: string}]}}},
                  status: {type: object, properties: {n: {type: integer}}}}}}}]}}
              """),
          seed(
              "/apis/fuzz.example/v1/namespaces/fuzz/things",
              "{apiVersion: fuzz.example/v1, kind: Thing, metadata: {name: t}, spec: {n: 2, s: a,"
                  + " list: [b], keyed: [{k: a}], any: {x: 1}, io: 5}}"),
          seed(
              "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies",
              """
              {apiVersion: admissionregistration.k8s.io/v1, kind: ValidatingAdmissionPolicy, metadata: {name: fuzz-policy},
               spec: {failurePolicy: Ignore, matchConstraints: {resourceRules: [{apiGroups: [''], apiVersions: [v1], operations: [CREATE], resources: [configmaps]}]},
                validations: [{expression: "object.metadata.name != 'no'", messageExpression: "'x'"}], variables: [{name: v, expression: '1 + 1'}]}}
              """));

  static final List<String> SELECTORS =
      List.of(
          "a=b",
          "a==b,c!=d",
          "a in (b,c)",
          "a notin (b)",
          "!a",
          "a",
          "a in b",
          "a in (",
          ",",
          "=",
          "a=b=c",
          "a>1",
          "a<x",
          "(((",
          "a in ()",
          "a b",
          "metadata.name=p",
          "metadata.name!=p",
          "spec.nodeName=",
          "x.y=z",
          "status.phase=Running,spec.nodeName!=n",
          "a=\\",
          "\u00e4=\u00e4",
          "a in (b",
          "!",
          "!!a",
          "a=,b=");

  static final List<String> PARAMETERS =
      List.of(
          "watch",
          "limit",
          "continue",
          "resourceVersion",
          "resourceVersionMatch",
          "timeoutSeconds",
          "labelSelector",
          "fieldSelector",
          "dryRun",
          "fieldManager",
          "fieldValidation",
          "force",
          "pretty",
          "allowWatchBookmarks",
          "sendInitialEvents",
          "gracePeriodSeconds",
          "propagationPolicy",
          "orphanDependents",
          "includeObject",
          "timeout",
          "container",
          "tailLines",
          "sinceTime",
          "command",
          "ports",
          "hash");

  static final List<String> PARAMETER_VALUES =
      List.of(
          "",
          "0",
          "1",
          "-1",
          "true",
          "maybe",
          "All",
          "9999999999999999999",
          "abc",
          "%00",
          "Exact",
          "NotOlderThan",
          "Strict",
          "Warn",
          "Orphan",
          "eyJ2IjoibWV0YS5rOHMuaW8vdjEifQ",
          "1s",
          "2020-01-01T00:00:00Z",
          "\u00e4",
          "a,b",
          "eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6MSwic3RhcnQiOiJwXHUwMDAwIn0");

  static final List<String> CONTENT_TYPES =
      List.of(
          "application/json",
          "application/yaml",
          "application/vnd.kubernetes.protobuf",
          "application/json-patch+json",
          "application/merge-patch+json",
          "application/strategic-merge-patch+json",
          "application/apply-patch+yaml",
          "application/cbor",
          "text/plain",
          "application/json; charset=utf-8",
          ";",
          "");

  static final List<String> ACCEPTS =
      List.of(
          "application/json",
          "application/yaml",
          "*/*",
          "application/json;as=Table;g=meta.k8s.io;v=v1",
          "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1",
          "application/json;as=Nothing;g=a;v=b",
          "application/vnd.kubernetes.protobuf",
          ";;;",
          "application/json;q=x,*/*;q=0.1",
          "");

  static final List<String> SUBRESOURCES =
      List.of(
          "/status",
          "/scale",
          "/log",
          "/exec",
          "/attach",
          "/portforward",
          "/binding",
          "/eviction",
          "/finalize",
          "/token",
          "/resize",
          "/ephemeralcontainers",
          "/approval",
          "/proxy",
          "/nonsense",
          "/status/more",
          "//",
          "/%2e%2e");

  static final List<String> EXPRESSIONS =
      List.of(
          "self.n > 0",
          "self.n",
          "self.",
          "has(self.s) && self.s.matches('(')",
          "self.list.map(x, x + 1)",
          "self.list.all(x, self.list.all(y, self.list.all(z, x == y || y == z)))",
          "1/0 == 1",
          "'a'.size() > 'b'",
          "self.any.x.y.z == 1",
          "oldSelf.n < self.n",
          "dyn(self) == 1",
          "quantity('x').isLessThan(quantity('1'))",
          "duration('1h') > duration('x')",
          "ip('1.2.3') == ip('::1')",
          "url('::').getHost() == ''",
          "self.io + 1 > 2",
          "[1,2,3].exists_one(x, x == self.n)",
          "self == oldSelf",
          "self.keyed.filter(k, k.k == 'a').size() == 1",
          "((((((((((((((((((((1))))))))))))))))))))",
          "true ? self.n : 'x'",
          "self.s.find('a*') != ''",
          "{}",
          "");

  private static Seed seed(String path, String yaml) {
    try {
      return new Seed(path, Json.yamlMapper().readTree(yaml));
    } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
      throw new AssertionError(yaml, e);
    }
  }
}
