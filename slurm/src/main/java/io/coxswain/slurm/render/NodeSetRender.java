package io.coxswain.slurm.render;

import io.coxswain.slurm.values.ClusterValidation;
import io.coxswain.slurm.values.ClusterValues;
import io.coxswain.slurm.values.Component;
import io.coxswain.slurm.values.NodeSetValues;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Everything that the workers of one NodeSet need. */
public final class NodeSetRender {
  private final NodeSetValues set;
  private final ClusterValues cluster;

  private NodeSetRender(NodeSetValues set) {
    this.set = set;
    this.cluster = set.cluster();
  }

  public static NodeSetRender of(NodeSetValues set) {
    return new NodeSetRender(set);
  }

  public Group group() {
    var steps = new ArrayList<Step>();
    steps.add(own("Security limits ConfigMap", s -> ConfigMaps.nodeSetSecurityLimits(set)));
    if (!set.ownSupervisordConfig()) {
      steps.add(shared("Supervisord ConfigMap", ConfigMaps::supervisord));
    }
    if (!set.ownSshdConfig()) {
      steps.add(shared("SSHD ConfigMap", ConfigMaps::workerSshd));
    }
    steps.add(own("ServiceAccount", s -> WorkerAccess.serviceAccount(set)));
    steps.add(own("Role", s -> WorkerAccess.role(set)));
    steps.add(own("RoleBinding", s -> WorkerAccess.roleBinding(set)));
    if (set.spec().getSssd() != null && !set.ownSssdConf()) {
      steps.add(own("SSSD secret", s -> SssdSecret.of(cluster, Component.NODESET, set.sssdConf())));
    }
    steps.add(Step.keep("Umbrella Service", s -> Worker.umbrellaService(set)));
    steps.add(own("Service", s -> Worker.service(set)));
    steps.add(
        new Step.Keep(
            "StatefulSet",
            s -> Worker.statefulSet(set),
            Worker.dependencies(set),
            Step.Owner.NODE_SET));
    return new Group("NodeSet " + set.name(), steps);
  }

  /** What NodeSets make for their cluster; nothing is made for an invalid one. */
  private Step shared(String name, Function<ClusterValues, ConfigMap> object) {
    return Step.keep(
        name,
        s -> {
          ClusterValidation.check(cluster);
          return object.apply(cluster);
        });
  }

  /** What goes with the NodeSet; the rest goes with the cluster, which other NodeSets share. */
  private static Step own(String name, Step.Rendering<? extends HasMetadata> object) {
    return new Step.Keep(name, object, List.of(), Step.Owner.NODE_SET);
  }
}
