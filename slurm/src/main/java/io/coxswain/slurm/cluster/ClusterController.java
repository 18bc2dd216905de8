package io.coxswain.slurm.cluster;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.apparmor.AppArmorProfile;
import io.coxswain.api.mariadb.Grant;
import io.coxswain.api.mariadb.MariaDb;
import io.coxswain.api.monitoring.PodMonitor;
import io.coxswain.api.monitoring.ServiceMonitor;
import io.coxswain.api.slurm.ExternalDb;
import io.coxswain.api.slurm.JailedConfig;
import io.coxswain.api.slurm.NodeSet;
import io.coxswain.api.slurm.SlurmCluster;
import io.coxswain.runtime.client.Reader;
import io.coxswain.runtime.controller.ControllerBuilder;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.slurm.program.ManagerSettings;
import io.coxswain.slurm.reconcile.Changes;
import io.coxswain.slurm.reconcile.ForeignKinds;
import io.coxswain.slurm.reconcile.Owned;
import io.coxswain.slurm.reconcile.StatefulSetWriter;
import io.coxswain.slurm.values.ClusterValues;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Wires the controller of SlurmClusters: what it watches, and which cluster a change is about. */
public final class ClusterController {
  private static final String NAME = "cluster";

  /** Clusters by the Secrets and the ConfigMap they name. */
  private static final String NAMED = "named objects";

  private ClusterController() {}

  /**
   * @param domain the DNS domain of Services
   */
  public static void register(
      Manager manager, ManagerSettings settings, ForeignKinds kinds, String domain) {
    manager.index(SlurmCluster.class, NAMED, ClusterController::named);
    ClusterMetrics.register(manager.instruments(), manager.client());
    ControllerBuilder<ObjectKey> controller =
        settings
            .tune(manager.controller(NAME))
            .kind(SlurmCluster.class)
            .watch(
                SlurmCluster.class,
                watch -> watch.self().when(Changes.ofGenerationOr(Changes::rollOut)))
            .watch(
                NodeSet.class,
                watch ->
                    watch
                        .mapTo(
                            (nodeSet, client) ->
                                client
                                    .list(SlurmCluster.class)
                                    .in(nodeSet.getMetadata().getNamespace())
                                    .keys())
                        .when(Changes.ofGenerationOr(ClusterController::cluster)));
    var owned = new Owned(controller, SlurmCluster.class);
    owned.watch(
        Service.class,
        PersistentVolumeClaim.class,
        CronJob.class,
        Role.class,
        RoleBinding.class,
        JailedConfig.class);
    controller.watch(
        Job.class,
        watch ->
            watch
                .controllerOf(SlurmCluster.class)
                .when(
                    Changes.ofGenerationOr(
                        job -> job.getStatus() == null ? null : job.getStatus().getSucceeded())));
    // The built-in ones are watched in any case, as long as there may be some of former times.
    owned.watchStatefulSets();
    controller.watch(
        Deployment.class,
        watch ->
            watch
                .controllerOf(SlurmCluster.class)
                .when(
                    Changes.ofGenerationOr(
                        deployment ->
                            deployment.getStatus() == null
                                ? null
                                : deployment.getStatus().getAvailableReplicas())));
    // Edits of what it owns do not bring it here; edits of what it names do.
    owned.watch(ConfigMap.class, Secret.class);
    controller.watch(
        ConfigMap.class, watch -> watch.mapTo(ClusterController::naming).when(Changes.ofVersion()));
    controller.watch(
        Secret.class, watch -> watch.mapTo(ClusterController::naming).when(Changes.ofVersion()));
    controller.watch(
        ServiceAccount.class,
        watch -> watch.controllerOf(SlurmCluster.class).when(Changes.isDeletion()));
    if (kinds.kruiseStatefulSet()) {
      owned.watchKruiseStatefulSets();
    }
    if (kinds.prometheus()) {
      owned.watch(PodMonitor.class, ServiceMonitor.class);
    }
    if (kinds.mariaDb()) {
      owned.watch(MariaDb.class, Grant.class);
    }
    if (kinds.appArmor()) {
      owned.watch(AppArmorProfile.class);
    }
    controller.reconcile(
        new ClusterReconciler(
            manager.client(),
            manager.recorder("slurmcluster-controller"),
            manager.env().entropy().derive("secrets of clusters"),
            kinds.platform(),
            domain,
            new StatefulSetWriter(manager.client(), kinds)));
  }

  /** The cluster that a NodeSet names; it may come to name another. */
  private static String cluster(NodeSet nodeSet) {
    return ClusterValues.clusterOf(nodeSet);
  }

  private static Collection<ObjectKey> naming(HasMetadata object, Reader client)
      throws ApiException {
    return client
        .list(SlurmCluster.class)
        .in(object.getMetadata().getNamespace())
        .by(NAMED, object.getKind() + "/" + object.getMetadata().getName())
        .keys();
  }

  private static Collection<String> named(SlurmCluster cluster) {
    var names = new ArrayList<String>();
    add(names, "ConfigMap", cluster.getSpec().getSlurmNodes().getLogin().getSshdConfigMapRefName());
    ExternalDb external = cluster.getSpec().getSlurmNodes().getAccounting().getExternalDB();
    if (external != null) {
      if (external.getPasswordSecretKeyRef() != null) {
        add(names, "Secret", external.getPasswordSecretKeyRef().getName());
      }
      if (external.getTls() != null) {
        add(names, "Secret", external.getTls().getServerCASecretRef());
        add(names, "Secret", external.getTls().getClientCertSecretRef());
      }
    }
    return names;
  }

  private static void add(List<String> names, String kind, @Nullable String name) {
    if (name != null && !name.isEmpty()) {
      names.add(kind + "/" + name);
    }
  }
}
