package io.coxswain.slurm.render;

import io.coxswain.slurm.values.ClusterValues;
import io.coxswain.slurm.values.Component;
import io.coxswain.slurm.values.Labels;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import java.util.SortedMap;

/** Services of one port. */
final class Services {
  private Services() {}

  /** A Service inside the cluster, to the port of that name of the component's pods. */
  static ServiceBuilder inside(
      ClusterValues values, Component component, String name, int port, String target) {
    return inside(
        values,
        component,
        name,
        Labels.matching(component, values.names().cluster()),
        port,
        target);
  }

  static ServiceBuilder inside(
      ClusterValues values,
      Component component,
      String name,
      SortedMap<String, String> selector,
      int port,
      String target) {
    return new ServiceBuilder()
        .withMetadata(
            Pods.metadata(
                name, values.names().namespace(), Labels.of(component, values.names().cluster())))
        .withNewSpec()
        .withType("ClusterIP")
        .withSelector(selector)
        .addNewPort()
        .withProtocol("TCP")
        .withPort(port)
        .withTargetPort(new IntOrString(target))
        .endPort()
        .endSpec();
  }
}
