package io.coxswain.apiserver.admission.plugins;

import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.admission.Attributes;
import io.coxswain.apiserver.admission.Operation;
import io.coxswain.apiserver.admission.Plugin;
import io.coxswain.apiserver.json.Meta;
import java.util.List;

/** Copies the topology labels of the node to a pod that is created on it, as binding does. */
final class PodTopologyLabels implements Plugin {
  private static final List<String> LABELS =
      List.of("topology.kubernetes.io/zone", "topology.kubernetes.io/region");

  @Override
  public List<String> resources() {
    return List.of("pods");
  }

  @Override
  public List<Operation> operations() {
    return List.of(Operation.CREATE);
  }

  @Override
  public void admit(Attributes attributes) {
    String name = attributes.spec().path("nodeName").asText("");
    var node =
        name.isEmpty() ? null : attributes.context().snapshot().find("nodes", ObjectKey.of(name));
    if (node == null) {
      return;
    }
    for (String label : LABELS) {
      String value = node.labels().get(label);
      if (value != null) {
        Meta.child(Meta.of(attributes.object()), "labels").put(label, value);
      }
    }
  }
}
