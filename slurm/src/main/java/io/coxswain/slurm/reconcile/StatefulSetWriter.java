package io.coxswain.slurm.reconcile;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.kruise.KruiseStatefulSet;
import io.coxswain.runtime.client.Reader;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.Optional;

/** StatefulSets of the kind that the cluster has. */
public final class StatefulSetWriter {
  private final Reader client;
  private final ForeignKinds kinds;

  public StatefulSetWriter(Reader client, ForeignKinds kinds) {
    this.client = client;
    this.kinds = kinds;
  }

  /** The kind that is used. */
  public Class<? extends HasMetadata> type() {
    return kinds.kruiseStatefulSet() ? KruiseStatefulSet.class : StatefulSet.class;
  }

  public Optional<StatefulSetView> find(ObjectKey key) throws ApiException {
    return kinds.kruiseStatefulSet()
        ? client.get(KruiseStatefulSet.class, key).map(StatefulSetView::of)
        : client.get(StatefulSet.class, key).map(StatefulSetView::of);
  }

  /**
   * What the names of a cluster's workloads begin with: its name, or nothing for a cluster of the
   * time before there were prefixes.
   */
  public String workloadPrefix(ObjectKey cluster) throws ApiException {
    return find(cluster.sibling("controller"))
            .filter(old -> cluster.name().equals(old.labels().get("app.kubernetes.io/instance")))
            .isPresent()
        ? ""
        : cluster.name();
  }
}
