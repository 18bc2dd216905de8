package io.coxswain.apiserver.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.coxswain.apiserver.schema.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Services. An address is free when no stored service has it, so nothing is kept beside the
 * services themselves.
 */
final class ServiceStrategy implements Strategy {
  private static final String RANGE = "10.0.0.";
  private static final int FIRST = 2;
  private static final int LAST = 254;

  @Override
  public void defaults(ObjectNode service) {
    ObjectNode spec = Meta.child(service, "spec");
    Meta.setDefault(spec, "type", "ClusterIP");
    Meta.setDefault(spec, "sessionAffinity", "None");
    if (spec.path("sessionAffinity").asText().equals("ClientIP")) {
      Meta.setDefault(
          Meta.child(Meta.child(spec, "sessionAffinityConfig"), "clientIP"),
          "timeoutSeconds",
          10800);
    }
    for (ObjectNode port : Meta.objects(spec.path("ports"))) {
      Meta.setDefault(port, "protocol", "TCP");
      JsonNode target = port.path("targetPort");
      if (target.isMissingNode() || target.asText().isEmpty() || target.asText().equals("0")) {
        port.set("targetPort", port.path("port"));
      }
    }
    String type = spec.path("type").asText();
    if (!type.equals("ExternalName")) {
      Meta.setDefault(spec, "internalTrafficPolicy", "Cluster");
    }
    if (type.equals("NodePort") || type.equals("LoadBalancer")) {
      Meta.setDefault(spec, "externalTrafficPolicy", "Cluster");
    }
    if (type.equals("LoadBalancer")) {
      Meta.setDefault(spec, "allocateLoadBalancerNodePorts", true);
    }
    ObjectNode balancer = Meta.child(Meta.child(service, "status"), "loadBalancer");
    for (ObjectNode ingress : Meta.objects(balancer.path("ingress"))) {
      if (ingress.hasNonNull("ip")) {
        Meta.setDefault(ingress, "ipMode", "VIP");
      }
    }
  }

  @Override
  public void prepareCreate(ObjectNode service, WriteContext context) {
    service.putObject("status").putObject("loadBalancer");
    allocate(Meta.child(service, "spec"), context);
  }

  @Override
  public void prepareUpdate(ObjectNode service, ObjectNode before, WriteContext context) {
    ObjectNode spec = Meta.child(service, "spec");
    JsonNode old = before.path("spec");
    boolean external = spec.path("type").asText().equals("ExternalName");
    boolean wasExternal = old.path("type").asText().equals("ExternalName");
    if (!external && !wasExternal) {
      for (String field : List.of("clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy")) {
        if (spec.path(field).isEmpty() && spec.path(field).asText("").isEmpty() && old.has(field)) {
          spec.set(field, old.get(field));
        }
      }
    }
    keepNodePorts(spec, old);
    allocate(spec, context);
  }

  private static void keepNodePorts(ObjectNode spec, JsonNode old) {
    if (spec.path("type").asText().equals("ClusterIP")) {
      return;
    }
    for (ObjectNode port : Meta.objects(spec.path("ports"))) {
      for (JsonNode oldPort : old.path("ports")) {
        if (!port.has("nodePort")
            && oldPort.has("nodePort")
            && oldPort.path("port").asInt() == port.path("port").asInt()
            && oldPort.path("protocol").asText().equals(port.path("protocol").asText())) {
          port.set("nodePort", oldPort.get("nodePort"));
        }
      }
    }
  }

  private static void allocate(ObjectNode spec, WriteContext context) {
    String type = spec.path("type").asText();
    if (type.equals("ExternalName")) {
      spec.remove(List.of("clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy"));
      return;
    }
    if (spec.path("clusterIP").asText("").isEmpty()) {
      JsonNode first = spec.path("clusterIPs").path(0);
      spec.put("clusterIP", first.isTextual() ? first.asText() : freeAddress(context));
    }
    if (spec.path("clusterIPs").isEmpty()) {
      spec.putArray("clusterIPs").add(spec.path("clusterIP").asText());
    }
    if (spec.path("ipFamilies").isEmpty()) {
      spec.putArray("ipFamilies").add("IPv4");
    }
    boolean headlessAlone =
        spec.path("clusterIP").asText().equals("None") && spec.path("selector").isEmpty();
    Meta.setDefault(spec, "ipFamilyPolicy", headlessAlone ? "RequireDualStack" : "SingleStack");
    if (headlessAlone && spec.path("ipFamilies").size() == 1) {
      spec.putArray("ipFamilies").add("IPv4").add("IPv6");
    }
    boolean nodePorts =
        type.equals("NodePort")
            || (type.equals("LoadBalancer")
                && spec.path("allocateLoadBalancerNodePorts").asBoolean(true));
    if (nodePorts) {
      var taken = taken(context, "/spec/ports");
      for (ObjectNode port : Meta.objects(spec.path("ports"))) {
        if (!port.has("nodePort")) {
          int free = 30000 + context.entropy().nextInt(2768);
          while (!taken.add(Integer.toString(free))) {
            free = free == 32767 ? 30000 : free + 1;
          }
          port.put("nodePort", free);
        }
      }
    }
  }

  private static String freeAddress(WriteContext context) {
    var taken = taken(context, "/spec/clusterIPs");
    int count = LAST - FIRST + 1;
    int start = context.entropy().nextInt(count);
    for (int i = 0; i < count; i++) {
      String address = RANGE + (FIRST + (start + i) % count);
      if (!taken.contains(address)) {
        return address;
      }
    }
    throw new AdmissionException("failed to allocate a serviceIP: range is full");
  }

  private static Set<String> taken(WriteContext context, String pointer) {
    var taken = new TreeSet<String>();
    for (var stored : context.snapshot().collection("services").values()) {
      for (JsonNode item : stored.tree().at(pointer)) {
        taken.add(item.isObject() ? item.path("nodePort").asText("") : item.asText());
      }
    }
    return taken;
  }

  @Override
  public void validate(ObjectNode service, List<FieldError> errors) {
    JsonNode spec = service.path("spec");
    JsonNode ports = spec.path("ports");
    boolean headless = spec.path("clusterIP").asText("").equals("None");
    boolean external = spec.path("type").asText().equals("ExternalName");
    if (ports.isEmpty() && !headless && !external) {
      errors.add(FieldError.required("spec.ports", ""));
    }
    var names = new ArrayList<String>();
    int i = 0;
    for (JsonNode port : ports) {
      String at = "spec.ports[" + i++ + "]";
      String name = port.path("name").asText("");
      if (name.isEmpty() && ports.size() > 1) {
        errors.add(FieldError.required(at + ".name", ""));
      } else if (!name.isEmpty() && names.contains(name)) {
        errors.add(FieldError.duplicate(at + ".name", TextNode.valueOf(name)));
      }
      names.add(name);
      int number = port.path("port").asInt(0);
      if (number < 1 || number > 65535) {
        errors.add(
            FieldError.invalid(
                at + ".port", port.path("port"), "must be between 1 and 65535, inclusive"));
      }
    }
  }

  @Override
  public void validateUpdate(ObjectNode service, ObjectNode before, List<FieldError> errors) {
    String type = Meta.text(service, "/spec/type");
    String oldType = Meta.text(before, "/spec/type");
    String old = Meta.text(before, "/spec/clusterIP");
    if (type.equals("ExternalName") || oldType.equals("ExternalName") || old.isEmpty()) {
      return;
    }
    if (!old.equals(Meta.text(service, "/spec/clusterIP"))) {
      errors.add(
          FieldError.invalid(
              "spec.clusterIPs[0]", service.at("/spec/clusterIPs"), "may not change once set"));
    }
  }

  @Override
  public SortedMap<String, String> fields(ObjectNode service) {
    var fields = new TreeMap<String, String>();
    fields.put("spec.clusterIP", Meta.text(service, "/spec/clusterIP"));
    fields.put("spec.type", Meta.text(service, "/spec/type"));
    return fields;
  }
}
