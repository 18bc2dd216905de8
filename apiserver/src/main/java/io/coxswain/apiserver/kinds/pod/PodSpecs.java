package io.coxswain.apiserver.kinds.pod;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.ResourceLists;
import java.util.List;

/** The defaults of a pod's spec, in a pod or a template. */
public final class PodSpecs {
  public static final List<String> CONTAINER_LISTS =
      List.of("initContainers", "containers", "ephemeralContainers");

  private PodSpecs() {}

  /** Sets the defaults that pods and templates share. */
  public static void defaults(ObjectNode spec) {
    Meta.setDefault(spec, "dnsPolicy", "ClusterFirst");
    Meta.setDefault(spec, "restartPolicy", "Always");
    Meta.setDefault(spec, "terminationGracePeriodSeconds", 30);
    Meta.setDefault(spec, "schedulerName", "default-scheduler");
    if (!spec.has("securityContext")) {
      spec.putObject("securityContext");
    }
    serviceAccount(spec);
    for (String list : CONTAINER_LISTS) {
      Meta.objects(spec.path(list)).forEach(PodSpecs::container);
    }
    ResourceLists.roundUp(spec.path("overhead"));
    ResourceLists.roundUp(Meta.at(spec, "/resources/limits"));
    ResourceLists.roundUp(Meta.at(spec, "/resources/requests"));
    Meta.objects(spec.path("volumes")).forEach(VolumeDefaults::volume);
  }

  /** Sets the defaults of the template of a workload, under the given parent. */
  public static void template(ObjectNode parent) {
    ObjectNode template = Meta.child(parent, "template");
    Meta.of(template);
    defaults(Meta.child(template, "spec"));
  }

  /** Keeps the deprecated field equal to the new one. */
  private static void serviceAccount(ObjectNode spec) {
    String name = spec.path("serviceAccountName").asText("");
    String old = spec.path("serviceAccount").asText("");
    if (name.isEmpty() && !old.isEmpty()) {
      spec.put("serviceAccountName", old);
    } else if (!name.isEmpty()) {
      spec.put("serviceAccount", name);
    }
  }

  private static void container(ObjectNode container) {
    Meta.setDefault(container, "terminationMessagePath", "/dev/termination-log");
    Meta.setDefault(container, "terminationMessagePolicy", "File");
    Meta.setDefault(
        container, "imagePullPolicy", ImageName.pullPolicy(container.path("image").asText("")));
    ObjectNode resources = Meta.child(container, "resources");
    ResourceLists.roundUp(resources.path("limits"));
    ResourceLists.roundUp(resources.path("requests"));
    Meta.objects(container.path("ports")).forEach(p -> Meta.setDefault(p, "protocol", "TCP"));
    Meta.objects(container.path("env")).forEach(e -> fieldRef(e.path("valueFrom")));
    for (String probe : List.of("livenessProbe", "readinessProbe", "startupProbe")) {
      if (container.get(probe) instanceof ObjectNode node) {
        probe(node);
      }
    }
    for (String hook : List.of("postStart", "preStop")) {
      if (container.path("lifecycle").path(hook).path("httpGet") instanceof ObjectNode http) {
        httpGet(http);
      }
    }
  }

  static void fieldRef(JsonNode parent) {
    if (parent.get("fieldRef") instanceof ObjectNode ref) {
      Meta.setDefault(ref, "apiVersion", "v1");
    }
  }

  private static void probe(ObjectNode probe) {
    Meta.setDefault(probe, "timeoutSeconds", 1);
    Meta.setDefault(probe, "periodSeconds", 10);
    Meta.setDefault(probe, "successThreshold", 1);
    Meta.setDefault(probe, "failureThreshold", 3);
    if (probe.get("httpGet") instanceof ObjectNode http) {
      httpGet(http);
    }
    if (probe.get("grpc") instanceof ObjectNode grpc && !grpc.has("service")) {
      grpc.put("service", "");
    }
  }

  private static void httpGet(ObjectNode http) {
    Meta.setDefault(http, "path", "/");
    Meta.setDefault(http, "scheme", "HTTP");
  }
}
