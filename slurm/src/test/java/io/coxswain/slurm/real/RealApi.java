package io.coxswain.slurm.real;

import io.coxswain.api.ApiException;
import io.coxswain.api.CustomObject;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.bundle.Crds;
import io.coxswain.apiserver.ApiServer;
import io.coxswain.env.Env;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import java.io.IOException;
import java.util.Base64;
import java.util.List;

/** An API server beside the real Slurm, whose key it holds for the cluster {@code default/demo}. */
final class RealApi implements AutoCloseable {
  private final ApiServer server;

  /** What programs see of it. */
  final Env env;

  final Client client;

  private RealApi(Env env) {
    this.server = ApiServer.create(env);
    this.env = env.withApi(server.transport("test", List.of("system:masters")));
    this.client = Manager.builder(this.env).build().client().live();
  }

  @SafeVarargs
  static RealApi start(Env env, RealSlurm slurm, Class<? extends CustomObject<?, ?>>... kinds)
      throws ApiException, IOException {
    var api = new RealApi(env);
    for (var kind : kinds) {
      api.define(slurm, kind);
    }
    api.client.create(
        new SecretBuilder()
            .withNewMetadata()
            .withNamespace("default")
            .withName("demo-rest-jwt-key")
            .endMetadata()
            .addToData("rest_jwt.key", Base64.getEncoder().encodeToString(slurm.key))
            .build());
    return api;
  }

  private void define(RealSlurm slurm, Class<? extends CustomObject<?, ?>> kind)
      throws ApiException, IOException {
    var definition = client.create(Json.convert(Crds.define(kind), CustomResourceDefinition.class));
    ObjectKey key = ObjectKey.of(definition.getMetadata().getName());
    slurm.await(
        "definition",
        () ->
            client
                .get(CustomResourceDefinition.class, key)
                .orElseThrow()
                .getStatus()
                .getConditions()
                .stream()
                .anyMatch(c -> c.getType().equals("Established") && c.getStatus().equals("True")));
  }

  @Override
  public void close() {
    server.close();
  }
}
