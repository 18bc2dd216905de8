package io.coxswain.apiserver.openapi;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.ResourceType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The paths of a kind and their operations. */
final class Paths {
  private static final List<String> WRITE_PARAMETERS =
      List.of("dryRun", "fieldManager", "fieldValidation");
  private static final List<String> PROXY_METHODS =
      List.of("delete", "get", "head", "options", "patch", "post", "put");
  private static final List<String> EXEC_PARAMETERS =
      List.of("command", "container", "stderr", "stdin", "stdout", "tty");
  private static final List<String> LIST_PARAMETERS =
      List.of(
          "allowWatchBookmarks",
          "continue",
          "fieldSelector",
          "labelSelector",
          "limit",
          "resourceVersion",
          "resourceVersionMatch",
          "sendInitialEvents",
          "timeoutSeconds",
          "watch");

  private final boolean version3;
  private final Components components;

  Paths(boolean version3, Components components) {
    this.version3 = version3;
    this.components = components;
  }

  void add(DocumentedKind kind, ObjectNode paths) {
    ResourceType type = kind.type();
    String root = type.group().isEmpty() ? "/api/" : "/apis/" + type.group() + "/";
    String base = root + type.version();
    String collection =
        base + (type.namespaced() ? "/namespaces/{namespace}/" : "/") + type.plural();
    if (type.namespaced() && kind.verbs().contains("list")) {
      operations(paths, base + "/" + type.plural(), kind, List.of(new Verb("get", "list", false)));
    }
    operations(
        paths,
        collection,
        kind,
        List.of(
            new Verb("get", "list", false),
            new Verb("post", "create", true),
            new Verb("delete", "deletecollection", false)));
    List<Verb> single =
        List.of(
            new Verb("get", "get", false),
            new Verb("put", "update", true),
            new Verb("patch", "patch", true),
            new Verb("delete", "delete", false));
    operations(paths, collection + "/{name}", kind, single);
    for (String subresource : kind.subresources()) {
      operations(paths, collection + "/{name}/" + subresource, kind, single.subList(0, 3));
    }
    kind.connections()
        .forEach(
            (subresource, options) -> {
              String path = collection + "/{name}/" + subresource;
              connect(paths, path, kind.type(), options);
              if (subresource.equals("proxy")) {
                connect(paths, path + "/{path}", kind.type(), options);
              }
            });
  }

  /** The operations of a connect subresource, whose bodies are not objects. */
  private void connect(ObjectNode paths, String path, ResourceType type, String options) {
    String subresource = path.replaceFirst(".*/\\{name}/", "").replaceFirst("/.*", "");
    ObjectNode item = Json.MAPPER.createObjectNode();
    for (String method : subresource.equals("proxy") ? PROXY_METHODS : List.of("get", "post")) {
      ObjectNode operation = item.putObject(method);
      operation.putArray("tags").add(tag(type));
      operation.put(
          "description",
          "connect %s requests to %s of %s"
              .formatted(method.toUpperCase(Locale.ROOT), subresource, type.kind()));
      operation.put("operationId", connectId(path, type, method, subresource));
      ObjectNode response = operation.putObject("responses").putObject("200");
      response.put("description", "OK");
      if (version3) {
        response.putObject("content").putObject("*/*").putObject("schema").put("type", "string");
      } else {
        operation.putArray("consumes").add("*/*");
        operation.putArray("produces").add("*/*");
        response.putObject("schema").put("type", "string");
      }
      operation.put("x-kubernetes-action", "connect");
      operation.set("x-kubernetes-group-version-kind", Components.kind(type, options));
    }
    ArrayNode parameters = item.putArray("parameters");
    for (String name : List.of("name", "namespace", "path")) {
      if (path.contains("{" + name + "}")) {
        parameters.add(parameter(name, "path"));
      }
    }
    switch (subresource) {
      case "exec" -> EXEC_PARAMETERS.forEach(name -> parameters.add(parameter(name, "query")));
      case "attach" ->
          EXEC_PARAMETERS.stream()
              .filter(name -> !name.equals("command"))
              .forEach(name -> parameters.add(parameter(name, "query")));
      case "portforward" -> parameters.add(parameter("ports", "query"));
      default -> parameters.add(parameter("path", "query"));
    }
    paths.set(path, item);
  }

  private static String connectId(
      String path, ResourceType type, String method, String subresource) {
    var id = new StringBuilder("connect");
    for (String part : List.of("core", type.version(), method)) {
      id.append(capital(part));
    }
    return id.append(type.namespaced() ? "Namespaced" : "")
        .append(type.kind())
        .append(capital(subresource))
        .append(path.endsWith("{path}") ? "WithPath" : "")
        .toString();
  }

  private static String capital(String word) {
    return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
  }

  /**
   * @param verb as in discovery
   */
  private record Verb(String method, String verb, boolean write) {
    String action() {
      return switch (verb) {
        case "create" -> "post";
        case "update" -> "put";
        default -> verb;
      };
    }
  }

  private void operations(ObjectNode paths, String path, DocumentedKind kind, List<Verb> verbs) {
    ObjectNode item = Json.MAPPER.createObjectNode();
    for (Verb verb : verbs) {
      if (kind.verbs().contains(verb.verb)) {
        item.set(verb.method, operation(path, kind, verb));
      }
    }
    if (item.isEmpty()) {
      return;
    }
    ArrayNode parameters = item.putArray("parameters");
    for (String name : List.of("name", "namespace")) {
      if (path.contains("{" + name + "}")) {
        parameters.add(parameter(name, "path"));
      }
    }
    parameters.add(parameter("pretty", "query"));
    paths.set(path, item);
  }

  private ObjectNode operation(String path, DocumentedKind kind, Verb verb) {
    ResourceType type = kind.type();
    boolean list = verb.verb.equals("list") || verb.verb.equals("deletecollection");
    ObjectNode operation = Json.MAPPER.createObjectNode();
    operation.putArray("tags").add(tag(type));
    operation.put("operationId", id(path, type, verb));
    var parameters = new ArrayList<String>();
    if (verb.write) {
      parameters.addAll(WRITE_PARAMETERS);
      if (verb.verb.equals("patch")) {
        parameters.add("force");
      }
    } else if (list) {
      parameters.addAll(LIST_PARAMETERS);
    }
    if (!parameters.isEmpty()) {
      ArrayNode array = operation.putArray("parameters");
      parameters.forEach(name -> array.add(parameter(name, "query")));
    }
    String returned = OpenApiNames.of(kind) + (verb.verb.equals("list") ? "List" : "");
    if (verb.write) {
      addBody(operation, kind, verb);
    }
    addResponse(operation, returned);
    operation.put("x-kubernetes-action", verb.action());
    operation.set("x-kubernetes-group-version-kind", Components.kind(type, type.kind()));
    return operation;
  }

  private void addBody(ObjectNode operation, DocumentedKind kind, Verb verb) {
    List<String> types =
        !verb.verb.equals("patch")
            ? List.of("application/json", "application/yaml")
            : kind.custom()
                ? List.of(
                    "application/apply-patch+yaml",
                    "application/json-patch+json",
                    "application/merge-patch+json")
                : List.of(
                    "application/apply-patch+yaml",
                    "application/json-patch+json",
                    "application/merge-patch+json",
                    "application/strategic-merge-patch+json");
    ObjectNode schema =
        verb.verb.equals("patch")
            ? Json.MAPPER.createObjectNode().put("type", "object")
            : components.reference(OpenApiNames.of(kind));
    if (version3) {
      ObjectNode content =
          operation.putObject("requestBody").put("required", true).putObject("content");
      types.forEach(type -> content.putObject(type).set("schema", schema));
    } else {
      types.forEach(operation.putArray("consumes")::add);
      ObjectNode body = operation.withArray("/parameters").addObject();
      body.put("name", "body").put("in", "body").put("required", true).set("schema", schema);
    }
  }

  private void addResponse(ObjectNode operation, String returned) {
    ObjectNode response = operation.putObject("responses").putObject("200");
    response.put("description", "OK");
    ObjectNode schema = components.reference(returned);
    if (version3) {
      response.putObject("content").putObject("application/json").set("schema", schema);
    } else {
      operation.putArray("produces").add("application/json").add("application/yaml");
      response.set("schema", schema);
    }
  }

  private ObjectNode parameter(String name, String in) {
    String type =
        switch (name) {
          case "force", "watch", "allowWatchBookmarks", "sendInitialEvents" -> "boolean";
          case "stderr", "stdin", "stdout", "tty" -> "boolean";
          case "limit", "timeoutSeconds", "ports" -> "integer";
          default -> "string";
        };
    ObjectNode parameter = Json.MAPPER.createObjectNode().put("name", name).put("in", in);
    if (in.equals("path")) {
      parameter.put("required", true);
    }
    if (version3) {
      parameter.putObject("schema").put("type", type).put("uniqueItems", true);
    } else {
      parameter.put("type", type).put("uniqueItems", true);
    }
    return parameter;
  }

  private static String tag(ResourceType type) {
    String group = type.group().isEmpty() ? "core" : type.group().replaceAll("\\.k8s\\.io$", "");
    return group.replace(".", "_") + "_" + type.version();
  }

  private static String id(String path, ResourceType type, Verb verb) {
    String action =
        switch (verb.verb) {
          case "get" -> "read";
          case "update" -> "replace";
          case "deletecollection" -> "deleteCollection";
          default -> verb.verb;
        };
    var id = new StringBuilder(action);
    for (String part : tag(type).split("_")) {
      id.append(part.substring(0, 1).toUpperCase(Locale.ROOT)).append(part.substring(1));
    }
    if (path.contains("{namespace}")) {
      id.append("Namespaced");
    }
    id.append(type.kind());
    if (type.namespaced() && !path.contains("{namespace}")) {
      id.append("ForAllNamespaces");
    }
    int sub = path.indexOf("{name}/");
    if (sub >= 0) {
      String name = path.substring(sub + "{name}/".length());
      id.append(name.substring(0, 1).toUpperCase(Locale.ROOT)).append(name.substring(1));
    }
    return id.toString();
  }
}
