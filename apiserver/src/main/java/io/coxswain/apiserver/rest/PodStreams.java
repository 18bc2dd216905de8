package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.apiserver.spi.PodLogs;
import io.coxswain.apiserver.spi.PodSessions;
import io.coxswain.apiserver.store.Snapshot;
import io.coxswain.env.ApiRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What containers print, and conversations with them: log, exec, attach and portforward. */
final class PodStreams {
  /** A missing node is told as if it were a pod. */
  private static final ResourceType PODS = new ResourceType("", "v1", "Pod", "pods", true);

  private final Supplier<Snapshot> head;
  private final @Nullable PodLogs logs;
  private final @Nullable PodSessions sessions;

  PodStreams(Supplier<Snapshot> head, ApiServerOptions options) {
    this.head = head;
    this.logs = options.logs();
    this.sessions = options.sessions();
  }

  HandlerResponse log(Target target, Api api) {
    if (!target.info().verb().equals("get")) {
      throw StatusException.methodNotAllowed();
    }
    PodLogs.Options options = LogOptions.of(target);
    JsonNode pod = api.reads().get(target).tree();
    String container = container(target, pod);
    if (Meta.text(pod, "/spec/nodeName").isEmpty()) {
      return new HandlerResponse.Whole(Responses.text(204, ""));
    }
    requireNode(pod);
    if (logs == null) {
      throw StatusException.notImplemented("the log of a pod");
    }
    try {
      return new HandlerResponse.Stream(
          logs.open(target.info().namespace(), target.info().name(), container, options));
    } catch (IOException e) {
      throw StatusException.badRequest(String.valueOf(e.getMessage()));
    }
  }

  HandlerResponse exec(Target target, Api api) {
    JsonNode pod = pod(target, api);
    String container = container(target, pod);
    requireHost(target, pod);
    List<String> command = all(target.request(), "command");
    if (command.isEmpty()) {
      throw StatusException.badRequest("you must specify at least one command for the container");
    }
    PodSessions node = node();
    return talk(
        target,
        () -> node.exec(target.info().namespace(), target.info().name(), container, command));
  }

  HandlerResponse attach(Target target, Api api) {
    JsonNode pod = pod(target, api);
    String container = container(target, pod);
    requireHost(target, pod);
    PodSessions node = node();
    return talk(
        target, () -> node.attach(target.info().namespace(), target.info().name(), container));
  }

  HandlerResponse forward(Target target, Api api) {
    requireHost(target, pod(target, api));
    PodSessions node = node();
    requireUpgrade(target);
    var ports = new ArrayList<Integer>();
    for (String values : all(target.request(), "ports")) {
      for (String port : values.split(",")) {
        ports.add(port(port));
      }
    }
    return new HandlerResponse.Session(
        new PodSession.Forward(
            port -> node.connect(target.info().namespace(), target.info().name(), port), ports));
  }

  private static JsonNode pod(Target target, Api api) {
    if (!List.of("get", "create").contains(target.info().verb())) {
      throw StatusException.methodNotAllowed();
    }
    return api.reads().get(target).tree();
  }

  private static int port(String text) {
    try {
      int port = Integer.parseInt(text.strip());
      if (port > 0 && port < 65_536) {
        return port;
      }
    } catch (NumberFormatException e) {
      // refused below
    }
    throw StatusException.badRequest("unable to parse \"" + text + "\" as a port");
  }

  private static HandlerResponse talk(Target target, PodSession.Opening opening) {
    boolean stdin = isSet(target, "stdin");
    boolean stdout = isSet(target, "stdout");
    boolean stderr = isSet(target, "stderr");
    boolean tty = isSet(target, "tty");
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

  private static boolean isSet(Target target, String name) {
    return RequestInfo.isTrue(target.request().query(name));
  }

  private static List<String> all(ApiRequest request, String name) {
    return request.query().stream()
        .filter(p -> p.name().equals(name))
        .map(ApiRequest.Parameter::value)
        .toList();
  }

  /** The container that is meant: the one asked for, or the only one. */
  static String container(Target target, JsonNode pod) {
    var names = new ArrayList<String>();
    for (String list : List.of("initContainers", "containers", "ephemeralContainers")) {
      pod.path("spec").path(list).forEach(c -> names.add(c.path("name").asText()));
    }
    String asked = target.request().query("container");
    String name = Meta.name(pod);
    if (asked != null && !asked.isEmpty()) {
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
