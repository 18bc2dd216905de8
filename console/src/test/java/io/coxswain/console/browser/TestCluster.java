package io.coxswain.console.browser;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.bundle.Crds;
import io.coxswain.apiserver.ApiServer;
import io.coxswain.console.ConsoleOptions;
import io.coxswain.console.ConsoleServer;
import io.coxswain.console.controllers.MonitoredProgram;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.Env;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * An API server without controllers, and consoles in front of it. Tests store objects as
 * controllers and nodes would leave them.
 */
final class TestCluster implements AutoCloseable {
  private final Env env = Env.production();
  private final ScriptedLogs logs = new ScriptedLogs();
  private final ApiServer server = ApiServer.create(env, logs);
  private final ApiTransport admin = server.transport("admin", List.of("system:masters"));
  private final ScriptedExporter exporter = new ScriptedExporter(admin);
  private final List<ConsoleServer> consoles = new ArrayList<>();

  /** A cluster with the kinds of trainings and Slurm. */
  TestCluster() {
    for (ObjectNode crd : Crds.all()) {
      create("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", crd);
    }
  }

  ScriptedLogs logs() {
    return logs;
  }

  /** What consoles of the administrator reach through the proxy of the API server. */
  ScriptedExporter exporter() {
    return exporter;
  }

  /** Starts a console with the rights of a user. */
  ConsoleServer console(String user, boolean actions, String... groups) throws IOException {
    return console(server.transport(user, List.of(groups)), actions);
  }

  private ConsoleServer console(ApiTransport transport, boolean actions) throws IOException {
    return start(ConsoleOptions.shared(transport, actions));
  }

  private ConsoleServer start(ConsoleOptions options) throws IOException {
    ConsoleServer console = ConsoleServer.start(env, options, link -> {});
    consoles.add(console);
    return console;
  }

  ConsoleServer console() throws IOException {
    return console(exporter, true);
  }

  /** Starts a console that shows the controllers of managers. */
  ConsoleServer console(ScriptedManager... managers) throws IOException {
    List<MonitoredProgram> programs =
        Stream.of(managers).map(manager -> manager.program()).toList();
    return start(
        new ConsoleOptions(
            "0", new ConsoleOptions.Shared(exporter), "", true, "", "development", programs));
  }

  /** Opens the console in a page and waits until it shows its navigation. */
  Page open(Chromium browser, ConsoleServer console) {
    Page page = browser.page(1280, 800);
    page.open(console.loginUrl());
    page.await("document.querySelector('nav.side-nav')");
    return page;
  }

  /** Stores objects given as YAML; an object of the same name is replaced and keeps its UID. */
  void put(String yaml) {
    for (String document : yaml.split("(?m)^---$")) {
      try {
        store((ObjectNode) Json.yamlMapper().readTree(document));
      } catch (JsonProcessingException e) {
        throw new IllegalArgumentException(document, e);
      }
    }
  }

  void store(ObjectNode object) {
    ObjectNode metadata = (ObjectNode) object.path("metadata");
    if (!metadata.has("uid")) {
      metadata.put("uid", uid(object));
    }
    if (!metadata.has("creationTimestamp")) {
      metadata.put("creationTimestamp", ago(60));
    }
    server.restore(object);
  }

  /** The UID of an object of a test: always the same for the same kind and name. */
  static String uid(ObjectNode object) {
    return uid(
        object.path("kind").asText(),
        object.path("metadata").path("namespace").asText(),
        object.path("metadata").path("name").asText());
  }

  static String uid(String kind, String namespace, String name) {
    String key = kind + "/" + namespace + "/" + name;
    return UUID.nameUUIDFromBytes(key.getBytes(StandardCharsets.UTF_8)).toString();
  }

  /** The time some seconds ago, as in objects. */
  static String ago(long seconds) {
    return Instant.now().truncatedTo(ChronoUnit.SECONDS).minusSeconds(seconds).toString();
  }

  void create(String path, ObjectNode object) {
    ApiRequest request =
        ApiRequest.of("POST", path)
            .body("application/json", object.toString().getBytes(StandardCharsets.UTF_8));
    ApiResponse response = call(request);
    if (!response.ok()) {
      throw new IllegalStateException(new String(response.body(), StandardCharsets.UTF_8));
    }
  }

  void delete(String path) {
    var _ = call(ApiRequest.of("DELETE", path));
  }

  /** The status code of a read. */
  int status(String path) {
    return call(ApiRequest.get(path)).status();
  }

  String read(String path) {
    return new String(call(ApiRequest.get(path)).body(), StandardCharsets.UTF_8);
  }

  private ApiResponse call(ApiRequest request) {
    try {
      return admin.call(request);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    consoles.forEach(ConsoleServer::close);
    server.close();
  }
}
