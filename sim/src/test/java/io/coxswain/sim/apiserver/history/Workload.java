package io.coxswain.sim.apiserver.history;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.ApiWatch;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Entropy;
import io.coxswain.env.Env;
import io.coxswain.env.Task;
import io.coxswain.sim.apiserver.history.History.Event;
import io.coxswain.sim.apiserver.history.History.Listing;
import io.coxswain.sim.apiserver.history.History.Outcome;
import io.coxswain.sim.apiserver.history.History.Read;
import io.coxswain.sim.apiserver.history.History.Span;
import io.coxswain.sim.apiserver.history.History.Verb;
import io.coxswain.sim.apiserver.history.History.Version;
import io.coxswain.sim.apiserver.history.History.Watching;
import io.coxswain.sim.apiserver.history.History.Write;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Clients that read, write and watch the same few objects at once. Service accounts are what they
 * use: these are returned when deleted, so each commit's revision is told to whoever made it.
 */
final class Workload {
  private static final String PATH = "/api/v1/namespaces/default/serviceaccounts";
  private static final String LAST = "the-last";

  private final Env env;
  private final ApiTransport api;
  private final History history = new History();
  private final int clients;
  private final int steps;
  private final int keys;

  Workload(Env env, ApiTransport api, int clients, int steps, int keys) {
    this.env = env;
    this.api = api;
    this.clients = clients;
    this.steps = steps;
    this.keys = keys;
  }

  /** Lets the clients work to their end, and the watchers until they have seen all. */
  History run() throws IOException, CancelledException {
    long start = list(0).revision();
    var watchers = new ArrayList<Task>();
    for (int i = 0; i < 3; i++) {
      String name = "watcher " + i;
      watchers.add(env.tasks().spawn(name, () -> watch(name, start)));
    }
    var writers = new ArrayList<Task>();
    for (int i = 0; i < clients; i++) {
      String name = "c" + i;
      writers.add(env.tasks().spawn(name, () -> work(name)));
    }
    join(writers);
    create(LAST, "last");
    join(watchers);
    return history;
  }

  private static void join(List<Task> tasks) throws CancelledException {
    for (Task task : tasks) {
      task.join();
      task.failure()
          .ifPresent(
              why -> {
                throw new IllegalStateException(task.name() + " failed", why);
              });
    }
  }

  // ---- a client

  private void work(String name) throws IOException, CancelledException {
    Entropy entropy = env.entropy().derive(name);
    var known = new TreeMap<String, Version>();
    for (int step = 0; step < steps; step++) {
      String key = "k" + entropy.nextInt(keys);
      String value = name + "-" + step;
      switch (entropy.nextInt(10)) {
        case 0, 1 -> create(key, value);
        case 2, 3, 4 -> update(key, value, known.getOrDefault(key, new Version(0, "")).revision());
        case 5 -> delete(key);
        case 6, 7 -> known.put(key, get(key));
        case 8 -> known.putAll(list(0).items());
        default -> known.putAll(list(1 + entropy.nextInt(3)).items());
      }
      env.tasks().pause();
    }
  }

  private void create(String key, String value) throws CancelledException {
    write(Verb.CREATE, key, 0, value, ApiRequest.of("POST", PATH));
  }

  private void update(String key, String value, long seen) throws CancelledException {
    write(Verb.UPDATE, key, seen, value, ApiRequest.of("PUT", PATH + "/" + key));
  }

  private void delete(String key) throws CancelledException {
    write(Verb.DELETE, key, 0, "", ApiRequest.of("DELETE", PATH + "/" + key));
  }

  private void write(Verb verb, String key, long seen, String value, ApiRequest request)
      throws CancelledException {
    ApiRequest whole =
        verb == Verb.DELETE ? request : request.body("application/json", object(key, seen, value));
    long began = history.tick();
    Outcome outcome;
    long revision = 0;
    try {
      ApiResponse answer = api.call(whole);
      outcome = outcome(verb, answer);
      revision = outcome == Outcome.DONE ? version(Json.tree(answer.body())).revision() : 0;
    } catch (IOException e) {
      outcome = Outcome.UNKNOWN;
    }
    history.add(
        new Write(new Span(began, history.tick()), verb, key, seen, value, outcome, revision));
  }

  private static Outcome outcome(Verb verb, ApiResponse answer) {
    return switch (answer.status()) {
      case 200, 201 -> Outcome.DONE;
      case 404 -> Outcome.NOT_FOUND;
      case 409 -> verb == Verb.CREATE ? Outcome.ALREADY_EXISTS : Outcome.CONFLICT;
      case 429, 500, 503, 504 -> Outcome.UNKNOWN;
      default -> throw new IllegalStateException("unexpected answer " + answer.status());
    };
  }

  private static byte[] object(String key, long seen, String value) {
    ObjectNode object = Json.MAPPER.createObjectNode();
    ObjectNode metadata = object.putObject("metadata");
    metadata.put("name", key).putObject("annotations").put("value", value);
    if (seen > 0) {
      metadata.put("resourceVersion", Long.toString(seen));
    }
    return Json.bytes(object);
  }

  private Version get(String key) throws IOException, CancelledException {
    long began = history.tick();
    ApiResponse answer = api.call(ApiRequest.get(PATH + "/" + key));
    Version found = answer.status() == 404 ? new Version(0, "") : version(Json.tree(answer.body()));
    history.add(new Read(new Span(began, history.tick()), key, found));
    return found;
  }

  /** A list in pages of the given size; 0 for one page. */
  private Listing list(int limit) throws IOException, CancelledException {
    long began = history.tick();
    var items = new TreeMap<String, Version>();
    JsonNode page;
    String token = "";
    long ended = 0;
    do {
      ApiRequest request = ApiRequest.get(PATH);
      request = limit == 0 ? request : request.with("limit", Integer.toString(limit));
      request = token.isEmpty() ? request : request.with("continue", token);
      page = Json.tree(api.call(request).body());
      // The snapshot was chosen by the first page; later ones show the same.
      ended = ended == 0 ? history.tick() : ended;
      for (JsonNode item : page.path("items")) {
        items.put(item.at("/metadata/name").asText(), version(item));
      }
      token = page.at("/metadata/continue").asText("");
    } while (!token.isEmpty());
    var listing =
        new Listing(
            new Span(began, ended),
            Long.parseLong(page.at("/metadata/resourceVersion").asText()),
            items);
    history.add(listing);
    return listing;
  }

  private static Version version(JsonNode object) {
    return new Version(
        object.at("/metadata/resourceVersion").asLong(),
        object.at("/metadata/annotations/value").asText());
  }

  // ---- a watcher

  /** Watches until it sees the last object, leaving now and then and coming back where it was. */
  private void watch(String name, long from) throws IOException, CancelledException {
    Entropy entropy = env.entropy().derive(name);
    var events = new ArrayList<Event>();
    long seen = from;
    boolean ended = false;
    while (!ended) {
      int stay = 1 + entropy.nextInt(40);
      try (ApiWatch watch =
          api.watch(
              ApiRequest.get(PATH)
                  .with("watch", "true")
                  .with("resourceVersion", Long.toString(seen)))) {
        for (int i = 0; i < stay && !ended; i++) {
          ApiWatch.Frame frame = watch.next();
          if (frame == null) {
            break;
          }
          JsonNode object = Json.tree(frame.object());
          var event =
              new Event(frame.type(), object.at("/metadata/name").asText(), version(object));
          events.add(event);
          seen = event.version().revision();
          ended = event.key().equals(LAST);
        }
      } catch (IOException e) {
        env.tasks().pause(); // the connection broke; come back
      }
    }
    history.add(new Watching(name, from, events, true));
  }
}
