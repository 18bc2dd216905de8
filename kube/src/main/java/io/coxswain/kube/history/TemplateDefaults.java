package io.coxswain.kube.history;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Applies the API server's defaults to a pod template. */
final class TemplateDefaults {
  private static final int DEFAULT_MODE = 0644;

  /** Default values of volume sources, by source and field. */
  private static final Map<String, Map<String, String>> VOLUMES =
      new TreeMap<>(
          Map.of(
              "iscsi", Map.of("iscsiInterface", "default"),
              "rbd", new TreeMap<>(Map.of("pool", "rbd", "user", "admin")),
              "azureDisk", new TreeMap<>(Map.of("cachingMode", "ReadWrite", "fsType", "ext4")),
              "scaleIO", new TreeMap<>(Map.of("storageMode", "ThinProvisioned", "fsType", "xfs")),
              "hostPath", Map.of("type", "")));

  private TemplateDefaults() {}

  static void fill(ObjectNode template) {
    template.withObject("/metadata");
    ObjectNode spec = template.withObject("/spec");
    text(spec, "dnsPolicy", "ClusterFirst");
    text(spec, "restartPolicy", "Always");
    number(spec, "terminationGracePeriodSeconds", 30);
    text(spec, "schedulerName", "default-scheduler");
    spec.withObject("/securityContext");
    serviceAccount(spec);
    objects(spec.path("initContainers")).forEach(TemplateDefaults::container);
    objects(spec.path("containers")).forEach(TemplateDefaults::container);
    objects(spec.path("volumes")).forEach(TemplateDefaults::volume);
  }

  /** Copies a field to its alias. */
  private static void serviceAccount(ObjectNode spec) {
    if (spec.hasNonNull("serviceAccountName")) {
      spec.set("serviceAccount", spec.get("serviceAccountName"));
    } else if (spec.hasNonNull("serviceAccount")) {
      spec.set("serviceAccountName", spec.get("serviceAccount"));
    }
  }

  private static void container(ObjectNode container) {
    text(container, "terminationMessagePath", "/dev/termination-log");
    text(container, "terminationMessagePolicy", "File");
    text(container, "imagePullPolicy", pullPolicy(container.path("image").asText()));
    container.withObject("/resources");
    objects(container.path("ports")).forEach(port -> text(port, "protocol", "TCP"));
    objects(container.path("env")).forEach(e -> fieldReference(e.path("valueFrom")));
    for (String name : List.of("livenessProbe", "readinessProbe", "startupProbe")) {
      if (container.get(name) instanceof ObjectNode probe) {
        probe(probe);
      }
    }
    for (String name : List.of("postStart", "preStop")) {
      get(container.path("lifecycle").path(name));
    }
  }

  /** Images with the tag latest are always pulled. */
  private static String pullPolicy(String image) {
    String name = image.substring(image.lastIndexOf('/') + 1);
    boolean latest = !name.contains("@") && (!name.contains(":") || name.endsWith(":latest"));
    return latest ? "Always" : "IfNotPresent";
  }

  private static void probe(ObjectNode probe) {
    number(probe, "timeoutSeconds", 1);
    number(probe, "periodSeconds", 10);
    number(probe, "successThreshold", 1);
    number(probe, "failureThreshold", 3);
    get(probe);
    if (probe.get("grpc") instanceof ObjectNode grpc) {
      text(grpc, "service", "");
    }
  }

  private static void get(JsonNode handler) {
    if (handler.get("httpGet") instanceof ObjectNode http) {
      text(http, "path", "/");
      text(http, "scheme", "HTTP");
    }
  }

  private static void volume(ObjectNode volume) {
    if (volume.size() == 1 && volume.has("name")) {
      volume.putObject("emptyDir");
    }
    VOLUMES.forEach(
        (source, fields) -> {
          if (volume.get(source) instanceof ObjectNode node) {
            fields.forEach((field, value) -> text(node, field, value));
          }
        });
    for (String source : List.of("secret", "configMap", "projected", "downwardAPI")) {
      if (volume.get(source) instanceof ObjectNode node) {
        number(node, "defaultMode", DEFAULT_MODE);
      }
    }
    if (volume.at("/ephemeral/volumeClaimTemplate/spec") instanceof ObjectNode claim) {
      text(claim, "volumeMode", "Filesystem");
    }
    objects(volume.at("/downwardAPI/items")).forEach(TemplateDefaults::fieldReference);
    for (ObjectNode source : objects(volume.at("/projected/sources"))) {
      objects(source.at("/downwardAPI/items")).forEach(TemplateDefaults::fieldReference);
      if (source.get("serviceAccountToken") instanceof ObjectNode token) {
        number(token, "expirationSeconds", 3600);
      }
    }
  }

  private static void fieldReference(JsonNode parent) {
    if (parent.get("fieldRef") instanceof ObjectNode reference) {
      text(reference, "apiVersion", "v1");
    }
  }

  private static List<ObjectNode> objects(JsonNode list) {
    var objects = new ArrayList<ObjectNode>();
    for (JsonNode node : list) {
      if (node instanceof ObjectNode object) {
        objects.add(object);
      }
    }
    return objects;
  }

  private static void text(ObjectNode node, String field, String value) {
    if (!node.hasNonNull(field)) {
      node.put(field, value);
    }
  }

  private static void number(ObjectNode node, String field, int value) {
    if (!node.hasNonNull(field)) {
      node.put(field, value);
    }
  }
}
