package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.apiserver.auth.Authorizer;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.apiserver.spi.Kubelets;
import io.coxswain.apiserver.spi.PodLogs;
import io.coxswain.apiserver.spi.PodSessions;
import io.coxswain.apiserver.store.Snapshot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Logs of containers and sessions with them: log, exec, attach and portforward. */
final class PodStreams {
  /** A missing node is reported as a missing pod. */
  private static final ResourceType PODS = new ResourceType("", "v1", "Pod", "pods", true);

  private final Supplier<Snapshot> head;
  private final Authorizer authorizer;
  private final Admission admission;
  private final ReadHandler reads;
  private final @Nullable PodLogs logs;
  private final @Nullable PodSessions sessions;
  private final KubeletLocations kubelets;

  PodStreams(
      Supplier<Snapshot> head,
      Authorizer authorizer,
      Admission admission,
      ReadHandler reads,
      ApiServerOptions options) {
    this.head = head;
    this.authorizer = authorizer;
    this.admission = admission;
    this.reads = reads;
    this.logs = options.logs();
    this.sessions = options.sessions();
    this.kubelets = new KubeletLocations(options.kubelets());
  }

  HandlerResponse log(Target target) {
    var _ = Representation.of(target); // rejects what upstream does not offer
    PodLogs.Options options = LogOptions.of(target);
    JsonNode pod = reads.get(target).tree();
    String asked = target.request().query("container");
    String container = container(asked == null ? "" : asked, pod);
    if (Meta.text(pod, "/spec/nodeName").isEmpty()) {
      return new HandlerResponse.Whole(Responses.text(204, ""));
    }
    requireNode(pod);
    Optional<KubeletLocations.Found> kubelet = kubelet(pod);
    if (logs == null && kubelet.isEmpty()) {
      throw StatusException.notImplemented("the log of a pod");
    }
    try {
      if (kubelet.isPresent()) {
        return new HandlerResponse.Stream(
            kubelet.get().client().log(kubelet.get().kubelet(), name(target, container), options));
      }
      PodLogs own = Objects.requireNonNull(logs);
      return new HandlerResponse.Stream(
          own.open(target.info().namespace(), target.info().name(), container, options));
    } catch (IOException e) {
      throw StatusException.badRequest(String.valueOf(e.getMessage()));
    }
  }

  HandlerResponse exec(Target target) {
    ObjectNode options = ConnectOptions.exec(target.request());
    JsonNode pod = connect(target, options);
    String container = container(options.path("container").asText(""), pod);
    requireHost(target, pod);
    List<String> command = Meta.strings(options.path("command"));
    if (command.isEmpty()) {
      throw StatusException.badRequest("you must specify at least one command for the container");
    }
    Optional<KubeletLocations.Found> kubelet = kubelet(pod);
    if (kubelet.isPresent()) {
      return talk(
          target,
          options,
          () ->
              kubelet
                  .get()
                  .client()
                  .exec(
                      kubelet.get().kubelet(), name(target, container), command, streams(options)));
    }
    PodSessions node = node();
    return talk(
        target,
        options,
        () -> node.exec(target.info().namespace(), target.info().name(), container, command));
  }

  HandlerResponse attach(Target target) {
    ObjectNode options = ConnectOptions.attach(target.request());
    JsonNode pod = connect(target, options);
    String container = container(options.path("container").asText(""), pod);
    requireHost(target, pod);
    Optional<KubeletLocations.Found> kubelet = kubelet(pod);
    if (kubelet.isPresent()) {
      return talk(
          target,
          options,
          () ->
              kubelet
                  .get()
                  .client()
                  .attach(kubelet.get().kubelet(), name(target, container), streams(options)));
    }
    PodSessions node = node();
    return talk(
        target,
        options,
        () -> node.attach(target.info().namespace(), target.info().name(), container));
  }

  HandlerResponse forward(Target target) {
    ObjectNode options = ConnectOptions.portForward(target.request());
    JsonNode pod = connect(target, options);
    requireHost(target, pod);
    requireUpgrade(target);
    var ports = new ArrayList<Integer>();
    options.path("ports").forEach(port -> ports.add(port.asInt()));
    Optional<KubeletLocations.Found> kubelet = kubelet(pod);
    if (kubelet.isPresent()) {
      return new HandlerResponse.Session(
          new PodSession.Forward(
              port ->
                  kubelet
                      .get()
                      .client()
                      .forward(
                          kubelet.get().kubelet(),
                          target.info().namespace(),
                          target.info().name(),
                          port),
              ports));
    }
    PodSessions node = node();
    return new HandlerResponse.Session(
        new PodSession.Forward(
            port -> node.connect(target.info().namespace(), target.info().name(), port), ports));
  }

  private Optional<KubeletLocations.Found> kubelet(JsonNode pod) {
    return kubelets.find(head.get(), Meta.text(pod, "/spec/nodeName"));
  }

  private static Kubelets.ContainerName name(Target target, String container) {
    return new Kubelets.ContainerName(target.info().namespace(), target.info().name(), container);
  }

  private static Kubelets.SessionStreams streams(ObjectNode options) {
    return new Kubelets.SessionStreams(
        options.path("stdin").asBoolean(),
        options.path("stdout").asBoolean(),
        options.path("stderr").asBoolean(),
        options.path("tty").asBoolean());
  }

  /** Admits the connection and returns the pod. A GET needs the permission to create as well. */
  private JsonNode connect(Target target, ObjectNode options) {
    if (!List.of("get", "create").contains(target.info().verb())) {
      throw StatusException.methodNotAllowed();
    }
    admission.connect(target, options);
    Authorization.checkConnect(target, authorizer);
    return reads.get(target).tree();
  }

  private static HandlerResponse talk(
      Target target, ObjectNode options, PodSession.Opening opening) {
    boolean stdin = options.path("stdin").asBoolean();
    boolean stdout = options.path("stdout").asBoolean();
    boolean stderr = options.path("stderr").asBoolean();
    boolean tty = options.path("tty").asBoolean();
    if (!stdin && !stdout && !stderr) {
      throw StatusException.badRequest("you must specify at least 1 of stdin, stdout, stderr");
    }
    if (tty && stderr) {
      throw StatusException.badRequest("tty and stderr cannot both be true");
    }
    requireUpgrade(target);
    return new HandlerResponse.Session(new PodSession.Talk(opening, stdin, stdout, stderr, tty));
  }

  private PodSessions node() {
    if (sessions == null) {
      throw StatusException.notImplemented("talking with a container");
    }
    return sessions;
  }

  private void requireHost(Target target, JsonNode pod) {
    if (Meta.text(pod, "/spec/nodeName").isEmpty()) {
      throw StatusException.badRequest(
          "pod " + target.info().name() + " does not have a host assigned");
    }
    requireNode(pod);
  }

  private void requireNode(JsonNode pod) {
    String node = Meta.text(pod, "/spec/nodeName");
    if (head.get().find("nodes", ObjectKey.of("", node)) == null) {
      throw StatusException.notFound(PODS, node);
    }
  }

  private static void requireUpgrade(Target target) {
    String connection = target.request().header("connection");
    if (connection == null || !connection.toLowerCase(Locale.ROOT).contains("upgrade")) {
      throw StatusException.badRequest("Upgrade request required");
    }
  }

  /** The requested container, or the only one. */
  static String container(String asked, JsonNode pod) {
    var names = new ArrayList<String>();
    for (String list : List.of("initContainers", "containers", "ephemeralContainers")) {
      pod.path("spec").path(list).forEach(c -> names.add(c.path("name").asText()));
    }
    String name = Meta.name(pod);
    if (!asked.isEmpty()) {
      if (!names.contains(asked)) {
        throw StatusException.badRequest("container " + asked + " is not valid for pod " + name);
      }
      return asked;
    }
    JsonNode containers = pod.at("/spec/containers");
    if (containers.size() == 1) {
      return containers.get(0).path("name").asText();
    }
    throw StatusException.badRequest(
        "a container name must be specified for pod "
            + name
            + ", choose one of: ["
            + String.join(" ", names)
            + "]");
  }
}
