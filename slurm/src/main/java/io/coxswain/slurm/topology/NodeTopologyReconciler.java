package io.coxswain.slurm.topology;

import io.coxswain.api.ApiException;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.kruise.DistributionNamespace;
import io.coxswain.api.kruise.DistributionNamespaces;
import io.coxswain.api.kruise.DistributionTargets;
import io.coxswain.api.kruise.ResourceDistribution;
import io.coxswain.api.slurm.SlurmCluster;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Deletion;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.ReconcileException;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.coxswain.slurm.reconcile.ForeignKinds;
import io.coxswain.slurm.reconcile.Steps;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Copies the labels of all nodes to the namespaces that need them: with Kruise if it is installed,
 * else with one ConfigMap per namespace.
 */
final class NodeTopologyReconciler implements Reconciler<ObjectKey> {
  private static final String MANAGED_BY = "app.kubernetes.io/managed-by";
  private static final String OPERATOR = "slurm-operator";
  private static final LabelSelector OURS = LabelSelector.of(MANAGED_BY, OPERATOR);

  private final Client client;
  private final ForeignKinds kinds;
  private final String namespace;
  private final String prefix;

  NodeTopologyReconciler(Client client, ForeignKinds kinds, String namespace, String prefix) {
    this.client = client;
    this.kinds = kinds;
    this.namespace = namespace;
    this.prefix = prefix;
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    SortedMap<String, String> data = NodeLabels.data(client.list(Node.class).toList(), prefix);
    SortedSet<String> namespaces = new TreeSet<>();
    namespaces.add(namespace);
    client.list(SlurmCluster.class).keys().forEach(cluster -> namespaces.add(cluster.namespace()));
    if (kinds.resourceDistribution()) {
      distribute(data, namespaces);
    } else {
      copy(data, namespaces);
    }
    return Outcome.done();
  }

  private void distribute(SortedMap<String, String> data, SortedSet<String> namespaces)
      throws ApiException {
    Optional<ResourceDistribution> found =
        client.get(ResourceDistribution.class, NodeTopologyController.KEY);
    if (found.isEmpty()) {
      var created = new ResourceDistribution();
      created.getMetadata().setName(NodeTopologyController.KEY.name());
      fill(created, data, namespaces);
      client.create(created);
    } else {
      client.patch(found.get(), seen -> fill(seen, data, namespaces));
    }
  }

  private static void fill(
      ResourceDistribution distribution,
      SortedMap<String, String> data,
      SortedSet<String> namespaces) {
    distribution
        .getSpec()
        .setResource(
            new ConfigMapBuilder()
                .withMetadata(new ObjectMetaBuilder().withName(NodeLabels.CONFIG_MAP).build())
                .withData(data.isEmpty() ? null : data)
                .build());
    var included = new DistributionNamespaces();
    included.setList(
        namespaces.stream()
            .map(
                name -> {
                  var target = new DistributionNamespace();
                  target.setName(name);
                  return target;
                })
            .toList());
    var targets = new DistributionTargets();
    targets.setIncludedNamespaces(included);
    distribution.getSpec().setTargets(targets);
  }

  private void copy(SortedMap<String, String> data, SortedSet<String> namespaces)
      throws ApiException {
    var steps = new Steps();
    for (String each : namespaces) {
      steps.run(each, () -> copy(data, ObjectKey.of(each, NodeLabels.CONFIG_MAP)));
    }
    for (ConfigMap copy : client.list(ConfigMap.class).labels(OURS).toList()) {
      if (ObjectKey.of(copy).name().equals(NodeLabels.CONFIG_MAP)
          && !namespaces.contains(copy.getMetadata().getNamespace())) {
        steps.run(
            copy.getMetadata().getNamespace(), () -> client.delete(copy, Deletion.background()));
      }
    }
    if (steps.failed()) {
      throw new ReconcileException(
          "copy config map " + NodeLabels.CONFIG_MAP + ": " + steps.message());
    }
  }

  private void copy(SortedMap<String, String> data, ObjectKey key) throws ApiException {
    Optional<ConfigMap> found = client.get(ConfigMap.class, key);
    if (found.isEmpty()) {
      client.create(
          new ConfigMapBuilder()
              .withNewMetadata()
              .withNamespace(key.namespace())
              .withName(key.name())
              .addToLabels(MANAGED_BY, OPERATOR)
              .endMetadata()
              .withData(data)
              .build());
    } else if (!data.equals(orNone(found.get().getData()))) {
      client.patchUnlocked(found.get(), seen -> seen.setData(data));
    }
  }

  private static Map<String, String> orNone(
      @org.jspecify.annotations.Nullable Map<String, String> data) {
    return data == null ? new TreeMap<>() : data;
  }
}
