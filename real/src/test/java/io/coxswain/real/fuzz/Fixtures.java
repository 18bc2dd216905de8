package io.coxswain.real.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiTransport;
import io.coxswain.real.RealEnvironment;
import java.io.IOException;
import java.util.List;

/** The objects that generated requests are about. */
final class Fixtures {
  static final String NAMESPACE = "fuzz";

  /** Paths of collections. */
  static final List<String> COLLECTIONS =
      List.of(
          "/api/v1/namespaces/fuzz/configmaps",
          "/api/v1/namespaces/fuzz/pods",
          "/api/v1/nodes",
          "/apis/apps/v1/namespaces/fuzz/deployments",
          "/apis/fuzz.example.com/v1/namespaces/fuzz/widgets");

  /** Paths of existing objects. */
  static final List<String> OBJECTS =
      List.of(
          "/api/v1/namespaces/fuzz/configmaps/c1",
          "/api/v1/namespaces/fuzz/pods/p",
          "/api/v1/namespaces/fuzz",
          "/api/v1/nodes/n1",
          "/apis/apps/v1/namespaces/fuzz/deployments/d",
          "/apis/fuzz.example.com/v1/namespaces/fuzz/widgets/w");

  /** Paths of subresources of existing objects. */
  static final List<String> SUBRESOURCES =
      List.of(
          "/api/v1/namespaces/fuzz/pods/p/status",
          "/api/v1/namespaces/fuzz/pods/p/binding",
          "/api/v1/namespaces/fuzz/pods/p/eviction",
          "/api/v1/namespaces/fuzz/pods/p/ephemeralcontainers",
          "/api/v1/namespaces/fuzz/pods/p/resize",
          "/api/v1/namespaces/fuzz/serviceaccounts/sa/token",
          "/api/v1/namespaces/fuzz/status",
          "/api/v1/namespaces/fuzz/finalize",
          "/api/v1/nodes/n1/status",
          "/apis/apps/v1/namespaces/fuzz/deployments/d/scale",
          "/apis/apps/v1/namespaces/fuzz/deployments/d/status",
          "/apis/fuzz.example.com/v1/namespaces/fuzz/widgets/w/status",
          "/apis/fuzz.example.com/v1/namespaces/fuzz/widgets/w/scale");

  /** Paths of other resources. */
  static final List<String> OTHERS =
      List.of(
          "/api/v1/pods",
          "/api/v1/bindings",
          "/api/v1/componentstatuses",
          "/api/v1/namespaces",
          "/api/v1/namespaces/fuzz/bindings",
          "/api/v1/namespaces/fuzz/configmaps/missing",
          "/api/v1/namespaces/missing",
          "/api/v1/namespaces/missing/configmaps",
          "/apis/apps/v1/deployments",
          "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
          "/apis/authorization.k8s.io/v1/namespaces/fuzz/localsubjectaccessreviews",
          "/apis/authentication.k8s.io/v1/tokenreviews",
          "/apis/certificates.k8s.io/v1/certificatesigningrequests/missing/approval",
          "/apis/fuzz.example.com/v1/widgets",
          "/apis/fuzz.example.com/v1/namespaces/fuzz/widgets/missing",
          "/apis/rbac.authorization.k8s.io/v1/clusterroles/missing");

  /** Paths that are about no resource. */
  static final List<String> PLAIN =
      List.of(
          "/",
          "/index.html",
          "/api",
          "/api/v1",
          "/apis",
          "/apis/apps",
          "/apis/apps/v1",
          "/apis/fuzz.example.com",
          "/apis/fuzz.example.com/v1",
          "/healthz",
          "/healthz/ping",
          "/livez",
          "/livez/ping",
          "/readyz",
          "/readyz/shutdown",
          "/metrics",
          "/openapi/v2",
          "/openapi/v3",
          "/openapi/v3/api/v1",
          "/openapi/v3/apis/apps/v1",
          "/openid/v1/jwks",
          "/.well-known/openid-configuration",
          "/version",
          "/bogus");

  private Fixtures() {}

  static void create(ApiTransport api) throws IOException {
    post(api, "/api/v1/namespaces", "{apiVersion: v1, kind: Namespace, metadata: {name: fuzz}}");
    String inside = "/api/v1/namespaces/fuzz/";
    for (int i = 1; i <= 4; i++) {
      post(
          api,
          inside + "configmaps",
          "{apiVersion: v1, kind: ConfigMap, metadata: {name: c%d, labels: {n: \"%d\", odd: \"%s\", example.com/tier: a-b_c.d}}, data: {k: v}}"
              .formatted(i, i, i % 2 == 1));
    }
    post(
        api,
        inside + "serviceaccounts",
        "{apiVersion: v1, kind: ServiceAccount, metadata: {name: sa}}");
    post(
        api,
        inside + "pods",
        "{apiVersion: v1, kind: Pod, metadata: {name: p, labels: {app: x}}, spec: {containers: [{name: c, image: i}]}}");
    post(api, "/api/v1/nodes", "{apiVersion: v1, kind: Node, metadata: {name: n1}}");
    post(
        api,
        "/apis/apps/v1/namespaces/fuzz/deployments",
        "{apiVersion: apps/v1, kind: Deployment, metadata: {name: d}, spec: {selector: {matchLabels: {app: x}}, template: {metadata: {labels: {app: x}}, spec: {containers: [{name: c, image: i}]}}}}");
    RealEnvironment.define(api, definition());
    post(
        api,
        "/apis/fuzz.example.com/v1/namespaces/fuzz/widgets",
        "{apiVersion: fuzz.example.com/v1, kind: Widget, metadata: {name: w, labels: {app: x}}, spec: {color: red, replicas: 2}}");
  }

  private static void post(ApiTransport api, String path, String yaml) throws IOException {
    var response =
        api.call(ApiRequest.of("POST", path).body("application/json", Json.bytes(tree(yaml))));
    if (response.status() != 201) {
      throw new IOException("POST " + path + ": " + response.status());
    }
  }

  private static JsonNode tree(String yaml) throws IOException {
    return Json.yamlMapper().readTree(yaml);
  }

  private static JsonNode definition() throws IOException {
    return tree(
        """
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: {name: widgets.fuzz.example.com}
        spec:
          group: fuzz.example.com
          scope: Namespaced
          names: {plural: widgets, singular: widget, kind: Widget}
          versions:
          - name: v1
            served: true
            storage: true
            subresources:
              status: {}
              scale: {specReplicasPath: .spec.replicas, statusReplicasPath: .status.replicas}
            selectableFields: [{jsonPath: .spec.color}]
            schema:
              openAPIV3Schema:
                type: object
                properties:
                  spec:
                    type: object
                    properties:
                      color: {type: string}
                      replicas: {type: integer, format: int32, minimum: 0}
                      big: {type: integer, format: int64}
                      plain: {type: integer}
                      ratio: {type: number}
                      small: {type: number, format: float, maximum: 100}
                      any: {x-kubernetes-int-or-string: true}
                      when: {type: string, format: date-time}
                      wait: {type: string, format: duration}
                  status:
                    type: object
                    properties: {replicas: {type: integer}}
        """);
  }
}
