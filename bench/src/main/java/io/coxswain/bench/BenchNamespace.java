package io.coxswain.bench;

import io.coxswain.env.Env;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A namespace for pods on a server that may have no controllers. */
record BenchNamespace(Target target, String name) {
  private static final byte[] NOTHING = {};

  static BenchNamespace create(Env env, Target target) throws IOException {
    var namespace = new BenchNamespace(target, "bench-" + env.entropy().suffix(5));
    try (var wire = new Wire(target)) {
      create(wire, "/api/v1/namespaces", namespace.name);
      create(wire, namespace.path("/serviceaccounts"), "default");
    }
    return namespace;
  }

  private static void create(Wire wire, String path, String name) throws IOException {
    byte[] body =
        "{\"metadata\":{\"name\":\"%s\"}}".formatted(name).getBytes(StandardCharsets.UTF_8);
    Wire.Answer answer = wire.call("POST", path, "application/json", body, true);
    IOException problem = answer.status() == 409 ? null : Wire.problem(answer, "POST " + path);
    if (problem != null) {
      throw problem;
    }
  }

  String path(String rest) {
    return "/api/v1/namespaces/" + name + rest;
  }

  void remove() throws IOException {
    try (var wire = new Wire(target)) {
      for (String kind :
          List.of("/pods?gracePeriodSeconds=0", "/configmaps", "/serviceaccounts", "")) {
        wire.call("DELETE", path(kind), "", NOTHING, false);
      }
      // There may be no controller that empties namespaces.
      String gone =
          "{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\""
              + name
              + "\"},\"spec\":{\"finalizers\":[]}}";
      wire.call(
          "PUT",
          path("/finalize"),
          "application/json",
          gone.getBytes(StandardCharsets.UTF_8),
          false);
    }
  }
}
