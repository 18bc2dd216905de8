package io.coxswain.apiserver.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.SortedMap;
import java.util.TreeMap;

/** Namespaces: they carry their name as a label, and a finalizer of their own in the spec. */
final class NamespaceStrategy implements Strategy {

  @Override
  public void defaults(ObjectNode namespace) {
    Meta.child(namespace, "spec");
    Meta.child(namespace, "status");
    String name = Meta.name(namespace);
    if (!name.isEmpty()) {
      Meta.child(Meta.of(namespace), "labels").put("kubernetes.io/metadata.name", name);
    }
  }

  @Override
  public void prepareCreate(ObjectNode namespace, WriteContext context) {
    defaults(namespace);
    namespace.putObject("status").put("phase", "Active");
    var finalizers = Meta.child(namespace, "spec").withArray("/finalizers");
    if (!Meta.strings(finalizers).contains("kubernetes")) {
      finalizers.add("kubernetes");
    }
  }

  @Override
  public void prepareUpdate(ObjectNode namespace, ObjectNode before, WriteContext context) {
    JsonNode finalizers = before.at("/spec/finalizers");
    if (finalizers.isMissingNode()) {
      Meta.child(namespace, "spec").remove("finalizers");
    } else {
      Meta.child(namespace, "spec").set("finalizers", finalizers);
    }
  }

  @Override
  public SortedMap<String, String> fields(ObjectNode namespace) {
    var fields = new TreeMap<String, String>();
    fields.put("status.phase", Meta.text(namespace, "/status/phase"));
    return fields;
  }
}
