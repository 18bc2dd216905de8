package io.coxswain.junit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.ApiServer;
import io.coxswain.apiserver.Secrets;
import io.coxswain.apiserver.http.HttpsServer;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.env.Env;
import io.coxswain.fabric8.TransportHttpClientFactory;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A Kubernetes API server in this process. Clients created here reach it without a socket; others
 * use {@link #kubeconfig}. Closing it closes its clients too.
 */
public final class KubeServer implements AutoCloseable {
  private static final String ADMINISTRATOR = "kubernetes-admin";
  private static final String MASTERS = "system:masters";

  private final Env env;
  private final KubeServerOptions options;
  private final @Nullable ManualTime time;
  private final ApiServer server;
  private final @Nullable ControlPlane controlPlane;
  private final List<KubernetesClient> clients = new ArrayList<>();
  private @Nullable HttpsServer front;
  private @Nullable Path directory;

  private KubeServer(
      Env real, KubeServerOptions options, @Nullable Snapshot beginning, Secrets secrets) {
    this.options = options;
    this.time = options.manualTime() ? new ManualTime(real.tasks()) : null;
    this.env =
        time == null
            ? real
            : new Env(
                time.clock(),
                time.timers(),
                real.tasks(),
                real.entropy(),
                real.files(),
                real.exec(),
                real.api(),
                real.http());
    this.server =
        beginning == null
            ? ApiServer.create(env, ApiServerOptions.plain(), secrets)
            : ApiServer.create(env, ApiServerOptions.plain(), beginning.image, secrets);
    this.controlPlane =
        options.controllers() ? ControlPlane.start(env, server, options.nodes()) : null;
  }

  /** Starts a server without controllers, in real time. */
  public static KubeServer start() {
    return start(KubeServerOptions.plain());
  }

  /** Starts a server; controllers and nodes, if any, start in the background. */
  public static KubeServer start(KubeServerOptions options) {
    return new KubeServer(Env.production(), options, null, Secrets.inMemory());
  }

  /** All objects of a server at one point in time. */
  public static final class Snapshot {
    private final ApiServer.Image image;
    private final Secrets secrets;

    private Snapshot(ApiServer.Image image, Secrets secrets) {
      this.image = image;
      this.secrets = secrets;
    }
  }

  /** Captures the stored objects; later changes do not affect the snapshot. */
  public Snapshot snapshot() {
    return new Snapshot(server.image(), server.secrets());
  }

  /** Starts a server with the objects of a snapshot; nothing is copied. */
  public static KubeServer start(Snapshot snapshot, KubeServerOptions options) {
    return new KubeServer(Env.production(), options, snapshot, snapshot.secrets);
  }

  /** Creates an administrator's client for the namespace {@code default}. */
  public KubernetesClient client() {
    return client(ADMINISTRATOR, MASTERS);
  }

  /** Creates a client that the server authenticates as the given user, for testing roles. */
  public KubernetesClient client(String user, String... groups) {
    var client =
        new KubernetesClientBuilder()
            .withHttpClientFactory(
                new TransportHttpClientFactory(
                    env.tasks(), server.transport(user, List.of(groups))))
            .withConfig(
                new ConfigBuilder()
                    .withMasterUrl("http://in-process")
                    .withNamespace("default")
                    .withAutoConfigure(false)
                    .build())
            .build();
    clients.add(client);
    return client;
  }

  /**
   * Applies every object of a YAML text, in order.
   *
   * @throws IllegalArgumentException if the text is not valid YAML or contains something other than
   *     objects; the message contains the given name
   */
  public void apply(String name, String yaml) {
    for (JsonNode object : objects(name, yaml)) {
      GenericKubernetesResource resource = Json.convert(object, GenericKubernetesResource.class);
      var _ =
          administrator()
              .resource(resource)
              .fieldManager("test")
              .forceConflicts()
              .serverSideApply();
    }
  }

  private static List<ObjectNode> objects(String name, String yaml) {
    var objects = new ArrayList<ObjectNode>();
    try (MappingIterator<JsonNode> documents =
        Json.yamlMapper().readerFor(JsonNode.class).readValues(yaml)) {
      while (documents.hasNextValue()) {
        JsonNode document = documents.nextValue();
        if (document instanceof ObjectNode object
            && object.path("kind").isTextual()
            && object.path("apiVersion").isTextual()) {
          objects.add(object);
        } else if (!document.isNull() && !document.isMissingNode()) {
          throw new IllegalArgumentException(
              name + ": document " + (objects.size() + 1) + " has no apiVersion and kind");
        }
      }
    } catch (IOException e) {
      throw new IllegalArgumentException(name + ": no YAML: " + e.getMessage(), e);
    }
    return objects;
  }

  private KubernetesClient administrator() {
    return clients.isEmpty() ? client() : clients.getFirst();
  }

  /**
   * Writes a kubeconfig of an administrator for clients that use HTTPS, such as kubectl and other
   * processes. The first call opens a free port on the loopback address.
   */
  public Path kubeconfig() {
    try {
      if (directory == null) {
        directory =
            Path.of(System.getProperty("java.io.tmpdir"), "coxswain-" + env.entropy().suffix(10));
        front().writeKubeconfig(directory.resolve("kubeconfig"));
      }
      return directory.resolve("kubeconfig");
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write a kubeconfig: " + e.getMessage(), e);
    }
  }

  /** The server's URL; the first call opens its port. */
  public String url() {
    try {
      return front().url();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private HttpsServer front() throws IOException {
    HttpsServer known = front;
    if (known == null) {
      known = HttpsServer.start(env, server, 0);
      front = known;
    }
    return known;
  }

  /**
   * @throws IllegalStateException if the server uses real time
   */
  public ManualTime time() {
    if (time == null) {
      throw new IllegalStateException("this server has real time; ask for manualTime");
    }
    return time;
  }

  KubeServerOptions options() {
    return options;
  }

  @Override
  public void close() {
    clients.forEach(KubernetesClient::close);
    if (controlPlane != null) {
      controlPlane.close();
    }
    if (front != null) {
      front.close();
    }
    server.close();
    if (directory != null) {
      try {
        env.files().delete(directory);
      } catch (IOException e) {
        throw new UncheckedIOException("cannot delete " + directory, e);
      }
    }
  }
}
