package io.coxswain.real.dropin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.env.ApiRequest;
import io.coxswain.sim.EndState;
import io.coxswain.sim.Objects;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * All objects of a namespace and the volumes, one line for each leaf, and one for each event.
 * Objects with generated names have equal lines, each as often as there are such objects.
 */
final class Remains {
  /** Kinds without a namespace of which something may be left. */
  private static final Set<String> EVERYWHERE =
      Set.of("persistentvolumes", "resourcedistributions");

  private static final String TEMPLATE_HASH = "pod-template-hash";
  private static final String REVISION = "deployment.kubernetes.io/revision";

  /**
   * Our scheduler decides where pods go and why they wait, with either program. A server that finds
   * no record of an address, since all was put back to the beginning before, makes one and says so.
   */
  private static final Set<String> TOLD_BY_OTHERS =
      Set.of("Scheduled", "FailedScheduling", "ClusterIPNotAllocated", "PortNotAllocated");

  private final Objects objects;
  private final String namespace;
  private final Map<String, String> hashes = new TreeMap<>();

  Remains(Objects objects, String namespace) {
    this.objects = objects;
    this.namespace = namespace;
  }

  /** What is there, in lines that compare equal when the same was done. */
  List<String> lines() throws ApiException {
    List<ObjectNode> all = all();
    all.forEach(this::noteHashes);
    var plain = new ArrayList<ObjectNode>();
    var told = new ArrayList<String>();
    for (ObjectNode object : all) {
      ObjectNode unhashed = unhashed(object);
      openSnapshot(unhashed);
      breakLines(unhashed);
      plain.add(unhashed);
      boolean others = TOLD_BY_OTHERS.contains(unhashed.path("reason").asText());
      if (unhashed.path("kind").asText().equals("Event") && !others) {
        told.add(event(unhashed));
      }
    }
    var lines =
        new ArrayList<>(
            EndState.of(plain)
                .lines()
                .filter(line -> !line.contains(".observedGeneration = "))
                .map(EndState::unnumbered)
                .map(Remains::placeless)
                .toList());
    lines.addAll(told);
    return lines;
  }

  /** Addresses and zones follow from where pods are. */
  private static String placeless(String line) {
    return line.replaceAll("= 10(\\.\\d{1,3}){3}$", "= <address>")
        .replaceAll("zone = zone-\\d$", "zone = <zone>");
  }

  private List<ObjectNode> all() throws ApiException {
    var found = new ArrayList<ObjectNode>();
    collect(found, "/api/v1", new TreeSet<>());
    for (JsonNode group : read("/apis").path("groups")) {
      String name = group.path("name").asText();
      if (!name.equals("events.k8s.io") && !name.endsWith("example.com")) {
        // The preferred version is the first; a kind may be there in a later one alone.
        var seen = new TreeSet<String>();
        for (JsonNode version : group.path("versions")) {
          collect(found, "/apis/" + version.path("groupVersion").asText(), seen);
        }
      }
    }
    return found;
  }

  private void collect(List<ObjectNode> found, String at, Set<String> seen) throws ApiException {
    for (JsonNode resource : read(at).path("resources")) {
      String name = resource.path("name").asText();
      boolean lists = resource.path("verbs").toString().contains("\"list\"");
      boolean namespaced = resource.path("namespaced").asBoolean();
      if (!lists || name.contains("/") || !(namespaced || EVERYWHERE.contains(name))) {
        continue;
      }
      if (seen.add(name)) {
        String path = at + (namespaced ? "/namespaces/" + namespace : "") + "/" + name;
        for (JsonNode item : read(path).path("items")) {
          ObjectNode object = (ObjectNode) item;
          object.set("kind", resource.path("kind"));
          found.add(object);
        }
      }
    }
  }

  private JsonNode read(String path) throws ApiException {
    return Json.tree(objects.call(ApiRequest.get(path)).body());
  }

  private void noteHashes(ObjectNode object) {
    JsonNode labels = object.path("metadata").path("labels");
    JsonNode annotations = object.path("metadata").path("annotations");
    switch (object.path("kind").asText()) {
      case "ReplicaSet" -> {
        if (labels.has(TEMPLATE_HASH) && annotations.has(REVISION)) {
          hashes.put(
              labels.path(TEMPLATE_HASH).asText(),
              "<template " + annotations.path(REVISION).asText() + ">");
        }
      }
      case "ControllerRevision" -> {
        String name = object.path("metadata").path("name").asText();
        hashes.put(
            name.substring(name.lastIndexOf('-') + 1),
            "<revision " + object.path("revision").asText() + ">");
      }
      default -> {}
    }
  }

  /** Hashes name templates; which ones they are is the business of who makes them. */
  private ObjectNode unhashed(ObjectNode object) {
    String text = object.toString();
    for (var hash : hashes.entrySet()) {
      text = text.replace(hash.getKey(), hash.getValue());
    }
    return Json.tree(text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
  }

  /**
   * A copy of an object as text is compared by its fields; who wrote those is left out elsewhere.
   */
  private static void openSnapshot(ObjectNode object) {
    if (!object.path("metadata").path("name").asText().endsWith("-runtime-snapshot")) {
      return;
    }
    ObjectNode data = (ObjectNode) object.path("data");
    try {
      for (String key : List.copyOf(data.propertyStream().map(Map.Entry::getKey).toList())) {
        data.set(key, Json.yamlMapper().readTree(data.path(key).asText()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Files and scripts are compared line by line, each where it stands. */
  private static void breakLines(JsonNode node) {
    if (node instanceof ObjectNode fields) {
      for (var field : List.copyOf(fields.properties())) {
        String text = field.getValue().isTextual() ? field.getValue().asText() : "";
        if (text.stripTrailing().contains("\n")) {
          fields.set(field.getKey(), lines(text));
        } else {
          breakLines(field.getValue());
        }
      }
    } else if (node instanceof ArrayNode list) {
      for (int i = 0; i < list.size(); i++) {
        String text = list.get(i).isTextual() ? list.get(i).asText() : "";
        if (text.stripTrailing().contains("\n")) {
          list.set(i, lines(text));
        } else {
          breakLines(list.get(i));
        }
      }
    }
  }

  private static ArrayNode lines(String text) {
    ArrayNode lines = JsonNodeFactory.instance.arrayNode();
    text.lines().forEach(lines::add);
    return lines;
  }

  private static String event(JsonNode event) {
    String message =
        event
            .path("message")
            .asText()
            .replaceAll("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "<uid>")
            .replaceAll("-[bcdfghjklmnpqrstvwxz2456789]{5}\\b", "-*")
            // Of what is gone by now.
            .replaceAll("-[bcdf0-9]{8,10}\\b", "-<template>");
    return "told of "
        + event.path("involvedObject").path("kind").asText()
        + ": "
        + event.path("type").asText()
        + " "
        + event.path("reason").asText()
        + " "
        + message
        + " ("
        + event.path("source").path("component").asText()
        + ")";
  }
}
