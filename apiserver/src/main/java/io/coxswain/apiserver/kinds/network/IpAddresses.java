package io.coxswain.apiserver.kinds.network;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.net.Ip;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.WriteContext;
import java.nio.charset.StandardCharsets;

/** Creates the IPAddress objects that record which service has an address. */
final class IpAddresses {
  private static final ObjectNode OWNED =
      Json.tree(
          """
          {"f:metadata": {"f:labels": {".": {},
              "f:ipaddress.kubernetes.io/ip-family": {},
              "f:ipaddress.kubernetes.io/managed-by": {}}},
           "f:spec": {"f:parentRef": {".": {}, "f:name": {}, "f:namespace": {}, "f:resource": {}}}}
          """
              .getBytes(StandardCharsets.UTF_8));

  private IpAddresses() {}

  static ObjectNode of(Ip ip, ObjectKey service, WriteContext context) {
    ObjectNode object = Json.MAPPER.createObjectNode();
    object.put("kind", "IPAddress").put("apiVersion", "networking.k8s.io/v1");
    ObjectNode meta = Meta.of(object);
    String now = Meta.time(context.now());
    meta.put("name", ip.toString());
    meta.put("uid", context.entropy().uuid().toString());
    meta.put("creationTimestamp", now);
    meta.putObject("labels")
        .put("ipaddress.kubernetes.io/ip-family", ip.family())
        .put("ipaddress.kubernetes.io/managed-by", "ipallocator.k8s.io");
    ObjectNode entry = meta.putArray("managedFields").addObject();
    entry.put("manager", "kube-apiserver").put("operation", "Update");
    entry.put("apiVersion", "networking.k8s.io/v1").put("time", now);
    entry.put("fieldsType", "FieldsV1").set("fieldsV1", OWNED.deepCopy());
    object
        .putObject("spec")
        .putObject("parentRef")
        .put("resource", "services")
        .put("namespace", service.namespace())
        .put("name", service.name());
    return object;
  }
}
