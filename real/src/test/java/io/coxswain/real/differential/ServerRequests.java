package io.coxswain.real.differential;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.env.ApiRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Requests that are not about one kind: discovery, paging, watches, errors, reviews. */
final class ServerRequests {
  private static final String AGGREGATED =
      "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

  private final Conversation talk;
  private final String namespace;

  ServerRequests(Conversation talk, String namespace) {
    this.talk = talk;
    this.namespace = namespace;
  }

  private static ApiRequest json(String method, String path, JsonNode body) {
    return ApiRequest.of(method, path).body("application/json", Json.bytes(body));
  }

  private static JsonNode yaml(String text) {
    try {
      return Json.yamlMapper().readTree(text);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  void discovery(List<String> groupVersions) throws IOException {
    talk.ask("api", ApiRequest.get("/api"));
    talk.ask("apis", ApiRequest.get("/apis"));
    talk.ask("api aggregated", ApiRequest.get("/api").header("accept", AGGREGATED));
    talk.ask("apis aggregated", ApiRequest.get("/apis").header("accept", AGGREGATED));
    for (String groupVersion : groupVersions) {
      talk.ask("resources of " + groupVersion, ApiRequest.get(groupVersion));
      if (groupVersion.startsWith("/apis/")) {
        String group = groupVersion.substring(0, groupVersion.lastIndexOf('/'));
        talk.ask("group " + group, ApiRequest.get(group));
      }
    }
    talk.ask("no such group", ApiRequest.get("/apis/bogus.example.com"));
    talk.ask("no such version", ApiRequest.get("/apis/apps/v9"));
    talk.ask("version", ApiRequest.get("/version"));
    talk.ask("healthz", ApiRequest.get("/healthz"));
    talk.ask("livez", ApiRequest.get("/livez"));
    talk.ask("readyz", ApiRequest.get("/readyz"));
    talk.ask("what is not there", ApiRequest.get("/bogus"));
  }

  void openApi(List<String> groupVersions) throws IOException {
    for (String groupVersion : groupVersions) {
      talk.ask(
          "v3 of " + groupVersion,
          ApiRequest.get("/openapi/v3" + groupVersion),
          document -> shape(document, groupVersion));
    }
    talk.ask("v3 of nothing", ApiRequest.get("/openapi/v3/apis/bogus/v1"));
  }

  /** What kinds a document tells of, and what fields and types they have. */
  private static JsonNode shape(JsonNode document, String groupVersion) {
    ObjectNode shape = Json.MAPPER.createObjectNode();
    for (var schema : document.path("components").path("schemas").properties()) {
      JsonNode kinds = schema.getValue().path("x-kubernetes-group-version-kind");
      String group = kinds.path(0).path("group").asText();
      String at = group.isEmpty() ? "/api/" : "/apis/" + group + "/";
      if (kinds.size() == 1 && groupVersion.equals(at + kinds.path(0).path("version").asText())) {
        ObjectNode fields = shape.putObject(schema.getKey());
        schema
            .getValue()
            .path("properties")
            .properties()
            .forEach(field -> fields.put(field.getKey(), field.getValue().path("type").asText()));
      }
    }
    return shape;
  }

  void paging() throws IOException {
    String collection = "/api/v1/namespaces/" + namespace + "/configmaps";
    for (int i = 1; i <= 7; i++) {
      talk.ask(
          "create " + i,
          json(
              "POST",
              collection,
              yaml(
                  "{apiVersion: v1, kind: ConfigMap, metadata: {name: c%d, labels: {p: \"%d\"}}}"
                      .formatted(i, i % 2))));
    }
    ApiRequest some = ApiRequest.get(collection).with("limit", "3");
    talk.ask("page 1", some);
    talk.ask("page 2", side -> some.with("continue", next(side, "page 1")));
    talk.ask("page 3", side -> some.with("continue", next(side, "page 2")));
    talk.ask(
        "page 2 of a version",
        side ->
            some.with("continue", next(side, "page 1"))
                .with("resourceVersion", side.resourceVersion("page 1")));
    ApiRequest odd = ApiRequest.get(collection).with("limit", "2").with("labelSelector", "p=1");
    talk.ask("odd page 1", odd);
    talk.ask("odd page 2", side -> odd.with("continue", next(side, "odd page 1")));
    talk.ask(
        "all of them",
        ApiRequest.get("/api/v1/configmaps")
            .with("fieldSelector", "metadata.namespace=" + namespace));
    talk.ask("any version", ApiRequest.get(collection).with("resourceVersion", "0"));
    talk.ask(
        "the version",
        side ->
            ApiRequest.get(collection)
                .with("resourceVersion", side.resourceVersion("create 4"))
                .with("resourceVersionMatch", "Exact"));
    talk.ask(
        "not older",
        side ->
            ApiRequest.get(collection)
                .with("resourceVersion", side.resourceVersion("create 7"))
                .with("resourceVersionMatch", "NotOlderThan"));
    for (String selector :
        List.of(
            "p",
            "!p",
            "p!=1",
            "p notin (0)",
            "p in (0,1),p!=0",
            "p==1",
            "p>0",
            "p in ()",
            "-=1",
            "p=a=b")) {
      talk.ask("by " + selector, ApiRequest.get(collection).with("labelSelector", selector));
    }
    for (String selector :
        List.of(
            "metadata.name=c1",
            "metadata.name!=c1",
            "metadata.name=c1,metadata.namespace=" + namespace,
            "metadata.uid=1",
            "=",
            "a")) {
      talk.ask("by field " + selector, ApiRequest.get(collection).with("fieldSelector", selector));
    }
    talk.ask("delete some", ApiRequest.of("DELETE", collection).with("labelSelector", "p=1"));
    talk.ask("the others", ApiRequest.get(collection));
  }

  private static String next(Side side, String label) {
    return side.answer(label).path("metadata").path("continue").asText();
  }

  void watches() throws IOException {
    String collection = "/api/v1/namespaces/" + namespace + "/secrets";
    talk.ask("list", ApiRequest.get(collection));
    ObjectNode one =
        (ObjectNode)
            yaml(
                "{apiVersion: v1, kind: Secret, metadata: {name: s, labels: {w: \"1\"}},"
                    + " stringData: {a: b}}");
    talk.ask("create", json("POST", collection, one));
    talk.ask("change", merge(collection + "/s", "{\"metadata\":{\"labels\":{\"w\":\"2\"}}}"));
    talk.ask("change back", merge(collection + "/s", "{\"metadata\":{\"labels\":{\"w\":\"1\"}}}"));
    talk.ask("change the data", merge(collection + "/s", "{\"data\":{\"a\":\"Yw==\"}}"));
    talk.ask("delete", ApiRequest.of("DELETE", collection + "/s"));
    ApiRequest watch = ApiRequest.get(collection).with("watch", "true").with("timeoutSeconds", "5");
    talk.watch("from the list", side -> from(watch, side, "list"), 5);
    talk.watch("of one label", side -> from(watch.with("labelSelector", "w=1"), side, "list"), 4);
    talk.watch("of the other", side -> from(watch.with("labelSelector", "w=2"), side, "list"), 2);
    talk.watch(
        "of one name",
        side -> from(watch.with("fieldSelector", "metadata.name=s"), side, "list"),
        5);
    talk.watch("from the middle", side -> from(watch, side, "change"), 3);
    talk.watch(
        "as tables",
        side ->
            from(watch, side, "list")
                .header("accept", "application/json;as=Table;g=meta.k8s.io;v=v1"),
        5);
    talk.watch(
        "metadata",
        side ->
            from(watch, side, "list")
                .header("accept", "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1"),
        5);
    talk.ask("create again", json("POST", collection, one));
    ApiRequest stream =
        watch
            .with("sendInitialEvents", "true")
            .with("resourceVersionMatch", "NotOlderThan")
            .with("allowWatchBookmarks", "true");
    talk.watch("with what is there", side -> stream, 2);
    talk.watch(
        "with what is there but no bookmark",
        side ->
            watch.with("sendInitialEvents", "true").with("resourceVersionMatch", "NotOlderThan"),
        1);
    talk.watch("with what is there at no time", side -> watch.with("sendInitialEvents", "true"), 1);
    talk.watch("of now", side -> watch, 1);
    talk.watch("from any time", side -> watch.with("resourceVersion", "0"), 1);
    talk.watch("from the future", side -> watch.with("resourceVersion", "99999999999"), 1);
    talk.watch("from a bad time", side -> watch.with("resourceVersion", "x"), 1);
    talk.watch("by a bad selector", side -> watch.with("labelSelector", "a b"), 1);
    talk.watch(
        "of the past",
        side ->
            ApiRequest.get("/api/v1/watch/namespaces/" + namespace + "/secrets")
                .with("timeoutSeconds", "2"),
        1);
  }

  private static ApiRequest from(ApiRequest watch, Side side, String label) {
    return watch.with("resourceVersion", side.resourceVersion(label));
  }

  private static ApiRequest merge(String path, String patch) {
    return ApiRequest.of("PATCH", path)
        .body("application/merge-patch+json", patch.getBytes(StandardCharsets.UTF_8));
  }

  void errors() throws IOException {
    String pods = "/api/v1/namespaces/" + namespace + "/pods";
    talk.ask("post to an object", json("POST", pods + "/x", yaml("{}")));
    talk.ask("put to a collection", json("PUT", pods, yaml("{}")));
    talk.ask("patch a collection", merge(pods, "{}"));
    talk.ask("no such verb", ApiRequest.of("BOGUS", pods));
    talk.ask("no such resource", ApiRequest.get("/api/v1/namespaces/" + namespace + "/bogus"));
    talk.ask(
        "create in no namespace",
        json(
            "POST",
            "/api/v1/namespaces/missing/pods",
            yaml(
                "{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: [{name: c,"
                    + " image: i}]}}")));
    talk.ask(
        "create in another namespace",
        json(
            "POST",
            pods,
            yaml(
                "{apiVersion: v1, kind: Pod, metadata: {name: a, namespace: other}, spec:"
                    + " {containers: [{name: c, image: i}]}}")));
    talk.ask("an empty body", ApiRequest.of("POST", pods).body("application/json", new byte[0]));
    talk.ask(
        "a body of no type",
        ApiRequest.of("POST", pods).body("text/plain", "x".getBytes(StandardCharsets.UTF_8)));
    talk.ask("an empty object", json("POST", pods, yaml("{}")));
    talk.ask("a list", json("POST", pods, yaml("[]")));
    talk.ask("a text", json("POST", pods, yaml("x")));
    talk.ask(
        "bad dry run",
        json("POST", pods, yaml("{apiVersion: v1, kind: Pod}")).with("dryRun", "Some"));
    talk.ask(
        "bad validation",
        json("POST", pods, yaml("{apiVersion: v1, kind: Pod}")).with("fieldValidation", "Some"));
    talk.ask(
        "long manager",
        json("POST", pods, yaml("{apiVersion: v1, kind: Pod}"))
            .with("fieldManager", "x".repeat(200)));
    talk.ask(
        "duplicate key",
        ApiRequest.of("POST", pods)
            .body(
                "application/json",
                "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"a\",\"name\":\"b\"},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}"
                    .getBytes(StandardCharsets.UTF_8))
            .with("fieldValidation", "Strict")
            .with("dryRun", "All"));
    talk.ask(
        "yaml",
        ApiRequest.of("POST", pods)
            .body(
                "application/yaml",
                "apiVersion: v1\nkind: Pod\nmetadata: {name: y}\nspec: {containers: [{name: c, image: i}]}\n"
                    .getBytes(StandardCharsets.UTF_8))
            .with("dryRun", "All"));
    talk.ask("the log of no pod", ApiRequest.get(pods + "/missing/log"));
    talk.ask(
        "bind no pod",
        json(
            "POST",
            pods + "/missing/binding",
            yaml(
                "{apiVersion: v1, kind: Binding, metadata: {name: missing}, target: {kind: Node,"
                    + " name: n}}")));
    talk.ask(
        "evict no pod",
        json(
            "POST",
            pods + "/missing/eviction",
            yaml("{apiVersion: policy/v1, kind: Eviction, metadata: {name: missing}}")));
    talk.ask("get by a bad name", ApiRequest.get(pods + "/Bad_Name"));
    talk.ask(
        "delete by a bad grace",
        ApiRequest.of("DELETE", pods + "/x").with("gracePeriodSeconds", "x"));
    talk.ask(
        "get in pretty", ApiRequest.get("/api/v1/namespaces/" + namespace).with("pretty", "true"));
    talk.ask(
        "namespace again",
        json(
            "POST",
            "/api/v1/namespaces",
            yaml("{apiVersion: v1, kind: Namespace, metadata: {name: %s}}".formatted(namespace))));
    talk.ask(
        "delete a protected namespace", ApiRequest.of("DELETE", "/api/v1/namespaces/kube-system"));
    talk.ask(
        "who am i",
        json(
                "POST",
                "/apis/authentication.k8s.io/v1/selfsubjectreviews",
                yaml("{apiVersion: authentication.k8s.io/v1, kind: SelfSubjectReview}"))
            .header("impersonate-user", "someone")
            .header("impersonate-group", "some"));
    talk.ask(
        "may i",
        json(
                "POST",
                "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
                yaml(
                    "{apiVersion: authorization.k8s.io/v1, kind: SelfSubjectAccessReview, spec:"
                        + " {resourceAttributes: {verb: get, resource: pods, namespace: x}}}"))
            .header("impersonate-user", "someone"));
    talk.ask("as nobody", ApiRequest.get(pods).header("impersonate-user", "someone"));
    talk.ask(
        "create as nobody",
        json("POST", pods, yaml("{apiVersion: v1, kind: Pod}"))
            .header("impersonate-user", "someone"));
    talk.ask("as a bad impersonation", ApiRequest.get(pods).header("impersonate-group", "some"));
    talk.ask(
        "events",
        ApiRequest.get("/api/v1/namespaces/" + namespace + "/events")
            .header("accept", "application/json;as=Table;g=meta.k8s.io;v=v1"));
    talk.ask(
        "token of no account",
        json(
            "POST",
            "/api/v1/namespaces/" + namespace + "/serviceaccounts/missing/token",
            yaml("{apiVersion: authentication.k8s.io/v1, kind: TokenRequest, spec: {}}")));
  }

  void events() throws IOException {
    String collection = "/api/v1/namespaces/" + namespace + "/events";
    ObjectNode event =
        (ObjectNode)
            yaml(
                """
                apiVersion: v1
                kind: Event
                metadata: {name: e}
                involvedObject: {apiVersion: v1, kind: Pod, namespace: %s, name: p, fieldPath: "spec.containers{c}"}
                reason: Pulled
                message: a message
                type: Normal
                count: 3
                firstTimestamp: "2026-01-01T00:00:00Z"
                lastTimestamp: "2026-01-01T00:05:00Z"
                source: {component: kubelet, host: n1}
                """
                    .formatted(namespace));
    talk.ask("create", json("POST", collection, event));
    talk.ask(
        "as a table",
        ApiRequest.get(collection)
            .header("accept", "application/json;as=Table;g=meta.k8s.io;v=v1"));
    talk.ask(
        "by the new version",
        ApiRequest.get("/apis/events.k8s.io/v1/namespaces/" + namespace + "/events/e"));
    talk.ask(
        "by the new version, as a table",
        ApiRequest.get("/apis/events.k8s.io/v1/namespaces/" + namespace + "/events")
            .header("accept", "application/json;as=Table;g=meta.k8s.io;v=v1"));
    for (String selector :
        List.of(
            "involvedObject.name=p",
            "involvedObject.kind=Node",
            "reason=Pulled",
            "type=Warning",
            "source=kubelet",
            "reportingComponent=kubelet",
            "involvedObject.fieldPath=spec.containers{c}",
            "bogus=1")) {
      talk.ask("by " + selector, ApiRequest.get(collection).with("fieldSelector", selector));
    }
    talk.ask("count", merge(collection + "/e", "{\"count\":4}"));
    ObjectNode bad = event.deepCopy();
    bad.withObject("/metadata").put("name", "e2");
    bad.withObject("/involvedObject").put("namespace", "other");
    talk.ask("of another namespace", json("POST", collection, bad));
    talk.ask(
        "of the new version",
        json(
            "POST",
            "/apis/events.k8s.io/v1/namespaces/" + namespace + "/events",
            yaml(
                "{apiVersion: events.k8s.io/v1, kind: Event, metadata: {name: e3}, eventTime: \"2026-01-01T00:00:00.000000Z\", reportingController: a.b/c, reportingInstance: i, action: Do, reason: R, type: Normal, regarding: {kind: Pod, name: p, namespace: %s}, note: n}"
                    .formatted(namespace))));
    talk.ask(
        "of the new version, incomplete",
        json(
            "POST",
            "/apis/events.k8s.io/v1/namespaces/" + namespace + "/events",
            yaml("{apiVersion: events.k8s.io/v1, kind: Event, metadata: {name: e4}, reason: R}")));
    talk.ask("delete all", ApiRequest.of("DELETE", collection));
  }

  /** A custom kind with a bit of everything. */
  static JsonNode definition() {
    return yaml(
        """
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: {name: things.diff.example.com}
        spec:
          group: diff.example.com
          scope: Namespaced
          names: {plural: things, singular: thing, kind: Thing, shortNames: [th], categories: [all]}
          versions:
          - name: v1
            served: true
            storage: true
            subresources:
              status: {}
              scale: {specReplicasPath: .spec.replicas, statusReplicasPath: .status.replicas, labelSelectorPath: .status.selector}
            additionalPrinterColumns:
            - {name: Size, type: integer, jsonPath: .spec.replicas, description: how many}
            - {name: When, type: date, jsonPath: .metadata.creationTimestamp}
            selectableFields: [{jsonPath: .spec.color}]
            schema:
              openAPIV3Schema:
                type: object
                properties:
                  spec:
                    type: object
                    required: [color]
                    x-kubernetes-validations:
                    - {rule: "self.replicas <= 10", message: too many, fieldPath: .replicas}
                    - {rule: "self.color == oldSelf.color", messageExpression: "'was ' + oldSelf.color"}
                    properties:
                      color: {type: string, enum: [red, green], maxLength: 10}
                      replicas: {type: integer, minimum: 0, default: 1}
                      tags: {type: array, maxItems: 3, x-kubernetes-list-type: set, items: {type: string, pattern: "^[a-z]+$"}}
                      ports: {type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [name], items: {type: object, required: [name], properties: {name: {type: string}, port: {type: integer, format: int32}}}}
                      any: {x-kubernetes-int-or-string: true}
                      free: {type: object, x-kubernetes-preserve-unknown-fields: true}
                      nullable: {type: string, nullable: true}
                  status:
                    type: object
                    properties: {replicas: {type: integer}, selector: {type: string}}
        """);
  }

  void customKind() throws IOException {
    talk.ask(
        "define",
        json("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition())
            .with("dryRun", "All"));
  }

  /** Objects of the kind that {@link #customKind} shows; it is served by now. */
  void customObjects() throws IOException {
    String collection = "/apis/diff.example.com/v1/namespaces/" + namespace + "/things";
    for (String spec :
        List.of(
            "{color: red}",
            "{color: blue}",
            "{}",
            "{color: red, replicas: 11}",
            "{color: red, replicas: -1}",
            "{color: red, replicas: x}",
            "{color: red, replicas: 1.5}",
            "{color: red, tags: [a, a]}",
            "{color: red, tags: [A]}",
            "{color: red, tags: [a, b, c, d]}",
            "{color: red, ports: [{name: a, port: 1}, {name: a, port: 2}]}",
            "{color: red, ports: [{port: 1}]}",
            "{color: red, any: 5}",
            "{color: red, any: 5%}",
            "{color: red, any: true}",
            "{color: red, free: {x: {y: [1]}}}",
            "{color: red, nullable: null}",
            "{color: red, bogus: 1}",
            "{color: null}",
            "[]")) {
      for (String validation : List.of("Strict", "Warn")) {
        talk.ask(
            "create " + spec + " " + validation,
            json(
                    "POST",
                    collection,
                    yaml(
                        "{apiVersion: diff.example.com/v1, kind: Thing, metadata: {name: t}, spec: "
                            + spec
                            + "}"))
                .with("dryRun", "All")
                .with("fieldValidation", validation));
      }
    }
    talk.ask(
        "create",
        json(
            "POST",
            collection,
            yaml(
                "{apiVersion: diff.example.com/v1, kind: Thing, metadata: {name: t}, spec: {color:"
                    + " red, ports: [{name: a, port: 1}]}, status: {replicas: 4}}")));
    talk.ask("get", ApiRequest.get(collection + "/t"));
    talk.ask(
        "as a table",
        ApiRequest.get(collection)
            .header("accept", "application/json;as=Table;g=meta.k8s.io;v=v1"));
    talk.ask("by color", ApiRequest.get(collection).with("fieldSelector", "spec.color=red"));
    talk.ask(
        "by what cannot be selected",
        ApiRequest.get(collection).with("fieldSelector", "spec.replicas=1"));
    talk.ask("recolor", merge(collection + "/t", "{\"spec\":{\"color\":\"green\"}}"));
    talk.ask(
        "strategically",
        ApiRequest.of("PATCH", collection + "/t")
            .body("application/strategic-merge-patch+json", "{}".getBytes(StandardCharsets.UTF_8)));
    talk.ask(
        "status",
        merge(
            collection + "/t/status",
            "{\"status\":{\"replicas\":2,\"selector\":\"a=b\"},\"spec\":{\"replicas\":9}}"));
    talk.ask("scale", ApiRequest.get(collection + "/t/scale"));
    talk.ask("scale up", merge(collection + "/t/scale", "{\"spec\":{\"replicas\":3}}"));
    talk.ask("scale too far", merge(collection + "/t/scale", "{\"spec\":{\"replicas\":30}}"));
    for (String manager : List.of("a", "b")) {
      talk.ask(
          "apply by " + manager,
          ApiRequest.of("PATCH", collection + "/t")
              .with("fieldManager", manager)
              .body(
                  "application/apply-patch+yaml",
                  ("{apiVersion: diff.example.com/v1, kind: Thing, metadata: {name: t}, spec:"
                          + " {color: red, ports: [{name: "
                          + manager
                          + ", port: 7}], replicas: "
                          + (manager.equals("a") ? 3 : 4)
                          + "}}")
                      .getBytes(StandardCharsets.UTF_8)));
    }
    talk.ask("get at last", ApiRequest.get(collection + "/t"));
    talk.ask("delete", ApiRequest.of("DELETE", collection + "/t"));
    talk.ask("discover", ApiRequest.get("/apis/diff.example.com/v1"));
  }
}
