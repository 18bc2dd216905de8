package io.coxswain.tutorial;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.Env;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Deletion;
import io.coxswain.runtime.client.Owners;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.runtime.webhook.Validator;
import io.coxswain.runtime.webhook.Webhooks;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Keeps a ConfigMap for each part of a Dataset. */
record DatasetOperator(Client client) implements Reconciler<ObjectKey> {

  /** The program. */
  static void run(Env env) throws Exception {
    Manager manager = Manager.builder(env).name("datasets").build();
    manager
        .controller("dataset")
        .kind(Dataset.class)
        .watch(Dataset.class, watch -> watch.self())
        .watch(ConfigMap.class, watch -> watch.controllerOf(Dataset.class))
        .reconcile(new DatasetOperator(manager.client().fieldOwner("datasets")));
    manager.run();
  }

  /** Registers the defaulting and the validating webhook. */
  static void hooks(Webhooks webhooks) {
    webhooks
        .on(Dataset.class)
        .defaulter(dataset -> dataset.getSpec().parts = Math.max(1, dataset.getSpec().parts))
        .validator(Validator.of(dataset -> problems(dataset.getSpec())));
  }

  private static List<String> problems(Dataset.Spec spec) {
    return spec.parts > 16 ? List.of("at most 16 parts") : List.of();
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation reconciliation) throws ApiException {
    Optional<Dataset> found = client.get(Dataset.class, key);
    if (found.isEmpty() || found.get().getMetadata().getDeletionTimestamp() != null) {
      return Outcome.done(); // its parts are garbage-collected: it owns them
    }
    Dataset dataset = found.get();
    var status = new Dataset.Status();
    for (int i = 0; i < dataset.getSpec().parts; i++) {
      ConfigMap part = client.apply(part(dataset, i));
      status.fetched += part.getData().containsKey("fetched") ? 1 : 0;
    }
    for (ConfigMap part : client.list(ConfigMap.class).controlledBy(dataset).toList()) {
      if (Integer.parseInt(part.getData().get("part")) >= dataset.getSpec().parts) {
        client.delete(part, Deletion.background());
      }
    }
    client.patchStatus(dataset, latest -> latest.setStatus(status));
    return Outcome.done();
  }

  private static ConfigMap part(Dataset dataset, int i) {
    ConfigMap part =
        new ConfigMapBuilder()
            .withNewMetadata()
            .withNamespace(dataset.getMetadata().getNamespace())
            .withName(dataset.getMetadata().getName() + "-" + i)
            .endMetadata()
            .withData(Map.of("url", dataset.getSpec().url, "part", Integer.toString(i)))
            .build();
    Owners.control(dataset, part);
    return part;
  }
}
