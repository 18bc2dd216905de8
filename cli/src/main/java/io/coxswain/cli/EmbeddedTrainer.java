package io.coxswain.cli;

import io.coxswain.api.ApiException;
import io.coxswain.apiserver.http.HttpsServer;
import io.coxswain.env.Env;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.flags.FlagException;
import io.coxswain.runtime.flags.Flags;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.trainer.program.Settings;
import io.coxswain.trainer.program.TrainerProgram;
import io.coxswain.trainer.statusserver.StatusServer;
import io.coxswain.trainer.webhooks.TrainerWebhooks;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * trainer-controller-manager inside an embedded cluster, with jobs that report progress. The API
 * server's CA issues its certificate, as for any other program: a Secret that jobs use as trust
 * anchor, and files for serving.
 */
final class EmbeddedTrainer {
  private final TrainerProgram.Prepared program;
  private final int port;

  private EmbeddedTrainer(TrainerProgram.Prepared program, int port) {
    this.program = program;
    this.port = port;
  }

  /**
   * @param env connects to the server as the program does
   * @param folder the directory of its certificate
   */
  static EmbeddedTrainer prepare(Env env, Client client, HttpsServer front, Path folder)
      throws ApiException {
    Settings settings = settings(env).inProcess(folder);
    try {
      HttpsServer.Certified made = front.certify(name());
      env.files().createDirectories(folder);
      env.files().writeSecret(folder.resolve("tls.key"), made.key());
      env.files().write(folder.resolve("tls.crt"), made.certificate());
      install(client, settings.manager().certManagement().secret(), front.authority(), made);
    } catch (IOException e) {
      throw new CommandException("cannot write to " + folder + ": " + e.getMessage());
    }
    // This process may run in a pod of another cluster, whose namespace is unrelated to this one.
    return new EmbeddedTrainer(
        TrainerProgram.prepare(env, settings, "localhost", TrainerWebhooks.NAMESPACE),
        settings.statusServer().port());
  }

  private static Settings settings(Env env) {
    try {
      Flags flags = Settings.flags();
      flags.parse(List.of("--feature-gates=TrainJobStatus=true"));
      return Settings.of(flags, env.files());
    } catch (FlagException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Installs the Secret, and the ConfigMap in which clients look up the version. */
  private static void install(
      Client client, String name, String authority, HttpsServer.Certified made)
      throws ApiException {
    Client writer = client.fieldOwner("coxswain");
    writer.apply(
        new NamespaceBuilder()
            .withNewMetadata()
            .withName(TrainerWebhooks.NAMESPACE)
            .endMetadata()
            .build());
    writer.apply(
        new SecretBuilder()
            .withNewMetadata()
            .withNamespace(TrainerWebhooks.NAMESPACE)
            .withName(name)
            .endMetadata()
            .addToData("ca.crt", encode(authority.getBytes(StandardCharsets.US_ASCII)))
            .addToData("tls.crt", encode(made.certificate()))
            .addToData("tls.key", encode(made.key()))
            .build());
    writer.apply(
        new ConfigMapBuilder()
            .withNewMetadata()
            .withNamespace(TrainerWebhooks.NAMESPACE)
            .withName("kubeflow-trainer-public")
            .endMetadata()
            .addToData("kubeflow_trainer_version", "v2.3.0")
            .build());
  }

  private static String encode(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  private static String name() {
    return TrainerWebhooks.SERVICE + "." + TrainerWebhooks.NAMESPACE + ".svc";
  }

  Manager manager() {
    return program.manager();
  }

  /** Where process nodes find the status server, once it listens. */
  SortedMap<String, String> places() {
    StatusServer server = program.status();
    if (server == null || server.port() < 0) {
      return Collections.emptySortedMap();
    }
    var places = new TreeMap<String, String>();
    places.put(name() + ":" + port, "127.0.0.1:" + server.port());
    return places;
  }
}
