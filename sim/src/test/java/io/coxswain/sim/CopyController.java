package io.coxswain.sim;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.Env;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.util.Map;

/** The program of these tests: keeps a copy of each ConfigMap that asks for one. */
final class CopyController {
  static final String WANTED = "copy";

  private CopyController() {}

  static void main(Env env) throws Exception {
    Manager manager = Manager.builder(env).name("copier").build();
    Client client = manager.client();
    manager
        .controller("copy")
        .kind(ConfigMap.class)
        .watch(ConfigMap.class, watch -> watch.self())
        .watch(ConfigMap.class, watch -> watch.controllerOf(ConfigMap.class))
        .workers(2)
        .reconcile((key, pass) -> reconcile(client, key));
    manager.run();
  }

  private static Outcome reconcile(Client client, ObjectKey key) throws ApiException {
    var source = client.get(ConfigMap.class, key).orElse(null);
    if (source == null
        || source.getMetadata().getLabels() == null
        || !"true".equals(source.getMetadata().getLabels().get(WANTED))) {
      return Outcome.done();
    }
    var copy = client.get(ConfigMap.class, key.sibling(key.name() + "-copy"));
    if (copy.isEmpty()) {
      client.create(copyOf(source));
    } else if (!copy.get().getData().equals(source.getData())) {
      client.patch(copy.get(), edited -> edited.setData(source.getData()));
    }
    if (!"true".equals(annotation(source))) {
      client.patch(
          source,
          edited ->
              edited
                  .getMetadata()
                  .setAnnotations(new java.util.TreeMap<>(Map.of("copied", "true"))));
    }
    return Outcome.done();
  }

  private static String annotation(ConfigMap source) {
    var annotations = source.getMetadata().getAnnotations();
    return annotations == null ? "" : annotations.getOrDefault("copied", "");
  }

  private static ConfigMap copyOf(ConfigMap source) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace(source.getMetadata().getNamespace())
        .withName(source.getMetadata().getName() + "-copy")
        .addNewOwnerReference()
        .withApiVersion("v1")
        .withKind("ConfigMap")
        .withName(source.getMetadata().getName())
        .withUid(source.getMetadata().getUid())
        .withController(true)
        .endOwnerReference()
        .endMetadata()
        .withData(source.getData())
        .build();
  }

  static ConfigMap source(String name, String value) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace("default")
        .withName(name)
        .addToLabels(WANTED, "true")
        .endMetadata()
        .addToData("key", value)
        .build();
  }
}
