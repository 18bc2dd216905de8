package io.coxswain.kube.replicaset;

import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.runtime.client.Client;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.ReplicationController;
import io.fabric8.kubernetes.api.model.ReplicationControllerSpec;
import io.fabric8.kubernetes.api.model.ReplicationControllerStatus;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetSpecBuilder;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetStatus;

/**
 * The differences between ReplicaSets and ReplicationControllers.
 *
 * @param <T> the kind
 */
interface ReplicaKind<T extends HasMetadata> {
  Class<T> type();

  /** Converts the object to a ReplicaSet. */
  ReplicaSet view(T object);

  T write(Client client, T seen, ReplicaSetStatus status) throws ApiException;

  /** Whether the status reports terminating pods. */
  boolean countsTerminating();

  /** ReplicaSets. */
  final class ReplicaSets implements ReplicaKind<ReplicaSet> {
    @Override
    public Class<ReplicaSet> type() {
      return ReplicaSet.class;
    }

    @Override
    public ReplicaSet view(ReplicaSet object) {
      return object;
    }

    @Override
    public ReplicaSet write(Client client, ReplicaSet seen, ReplicaSetStatus status)
        throws ApiException {
      return client.patchStatus(seen, object -> object.setStatus(status));
    }

    @Override
    public boolean countsTerminating() {
      return true;
    }
  }

  /** ReplicationControllers, with a plain map as selector and a separate status class. */
  final class ReplicationControllers implements ReplicaKind<ReplicationController> {
    @Override
    public Class<ReplicationController> type() {
      return ReplicationController.class;
    }

    @Override
    public ReplicaSet view(ReplicationController object) {
      ReplicationControllerSpec spec = object.getSpec();
      var view = new ReplicaSet();
      view.setMetadata(object.getMetadata());
      view.setSpec(
          new ReplicaSetSpecBuilder()
              .withReplicas(spec.getReplicas())
              .withMinReadySeconds(spec.getMinReadySeconds())
              .withSelector(new LabelSelectorBuilder().withMatchLabels(spec.getSelector()).build())
              .withTemplate(spec.getTemplate() == null ? new PodTemplateSpec() : spec.getTemplate())
              .build());
      view.setStatus(
          object.getStatus() == null
              ? new ReplicaSetStatus()
              : Json.convert(Json.tree(object.getStatus()), ReplicaSetStatus.class));
      return view;
    }

    @Override
    public ReplicationController write(
        Client client, ReplicationController seen, ReplicaSetStatus status) throws ApiException {
      var converted = Json.convert(Json.tree(status), ReplicationControllerStatus.class);
      return client.patchStatus(seen, object -> object.setStatus(converted));
    }

    @Override
    public boolean countsTerminating() {
      return false;
    }
  }
}
