package io.coxswain.slurm.render;

import io.coxswain.slurm.values.Component;
import io.coxswain.slurm.values.Labels;
import io.coxswain.slurm.values.Names;
import io.coxswain.slurm.values.NodeSetValues;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBuilder;
import java.util.List;

/** What workers may do with the API: get and label the pods of their own NodeSet. */
final class WorkerAccess {
  private WorkerAccess() {}

  static ServiceAccount serviceAccount(NodeSetValues set) {
    return new ServiceAccountBuilder()
        .withMetadata(metadata(set, set.cluster().names().nodeSetServiceAccount(set.name())))
        .build();
  }

  /** Without a worker there is no rule: one that names no pod would be for all pods. */
  static Role role(NodeSetValues set) {
    var role =
        new RoleBuilder()
            .withMetadata(metadata(set, set.cluster().names().nodeSetRole(set.name())));
    List<String> pods = set.ordinals().stream().map(ordinal -> set.name() + "-" + ordinal).toList();
    if (!pods.isEmpty()) {
      role.addNewRule()
          .withApiGroups("")
          .withResources("pods")
          .withResourceNames(pods)
          .withVerbs("get", "patch")
          .endRule();
    }
    return role.build();
  }

  static RoleBinding roleBinding(NodeSetValues set) {
    Names names = set.cluster().names();
    return new RoleBindingBuilder()
        .withMetadata(metadata(set, names.nodeSetRoleBinding(set.name())))
        .addNewSubject()
        .withKind("ServiceAccount")
        .withName(names.nodeSetServiceAccount(set.name()))
        .withNamespace(names.namespace())
        .endSubject()
        .withNewRoleRef("rbac.authorization.k8s.io", "Role", names.nodeSetRole(set.name()))
        .build();
  }

  private static ObjectMeta metadata(NodeSetValues set, String name) {
    Names names = set.cluster().names();
    return Pods.metadata(name, names.namespace(), Labels.of(Component.NODESET, names.cluster()));
  }
}
