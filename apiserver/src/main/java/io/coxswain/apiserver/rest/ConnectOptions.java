package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.env.ApiRequest;
import java.util.List;

/**
 * The options object of a connect subresource, decoded from the request. It is the object that
 * admission sees, so webhooks may change it: handlers read the options, never the query.
 */
final class ConnectOptions {
  private static final List<String> STREAMS = List.of("stdin", "stdout", "stderr", "tty");

  private ConnectOptions() {}

  static ObjectNode exec(ApiRequest request) {
    ObjectNode options = attach("PodExecOptions", request);
    List<String> command = all(request, "command");
    if (!command.isEmpty()) {
      command.forEach(options.putArray("command")::add);
    }
    return options;
  }

  static ObjectNode attach(ApiRequest request) {
    return attach("PodAttachOptions", request);
  }

  private static ObjectNode attach(String kind, ApiRequest request) {
    ObjectNode options = of(kind);
    for (String stream : STREAMS) {
      if (RequestInfo.isTrue(request.query(stream))) {
        options.put(stream, true);
      }
    }
    String container = request.query("container");
    if (container != null && !container.isEmpty()) {
      options.put("container", container);
    }
    return options;
  }

  static ObjectNode portForward(ApiRequest request) {
    ObjectNode options = of("PodPortForwardOptions");
    List<String> values = all(request, "ports");
    if (!values.isEmpty()) {
      ArrayNode ports = options.putArray("ports");
      for (String value : values) {
        for (String port : value.split(",")) {
          ports.add(port(port));
        }
      }
    }
    return options;
  }

  /**
   * @param kind such as {@code PodProxyOptions}
   * @param path what follows the subresource in the path of the request
   */
  static ObjectNode proxy(String kind, String path) {
    ObjectNode options = of(kind);
    if (!path.isEmpty()) {
      options.put("path", path);
    }
    return options;
  }

  private static ObjectNode of(String kind) {
    return Json.MAPPER.createObjectNode().put("kind", kind).put("apiVersion", "v1");
  }

  private static int port(String text) {
    try {
      int port = Integer.parseInt(text.strip());
      if (port > 0 && port < 65_536) {
        return port;
      }
    } catch (NumberFormatException e) {
      // rejected below
    }
    throw StatusException.badRequest("unable to parse \"" + text + "\" as a port");
  }

  private static List<String> all(ApiRequest request, String name) {
    return request.query().stream()
        .filter(p -> p.name().equals(name))
        .map(ApiRequest.Parameter::value)
        .toList();
  }
}
