package io.coxswain.real.differential;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.conformance.Transcript;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Objects that were created in the recorded conversations, by kind: what a real server took ({@code
 * good}) and refused.
 */
record Samples(SortedMap<String, List<Sample>> byKind) {
  private static final Path RECORDED =
      Path.of(System.getProperty("coxswain.root", ".."), "conformance/conversations/apiserver");

  /** Kinds that nothing is stored of, or that are conversations of their own. */
  private static final Set<String> LEFT_OUT =
      Set.of(
          "TokenReview",
          "TokenRequest",
          "SubjectAccessReview",
          "SelfSubjectAccessReview",
          "LocalSubjectAccessReview",
          "SelfSubjectRulesReview",
          "SelfSubjectReview",
          "Binding",
          "Eviction",
          "Namespace",
          "CustomResourceDefinition",
          // They would be asked about all that the other conversations do.
          "ValidatingWebhookConfiguration",
          "MutatingWebhookConfiguration",
          "ValidatingAdmissionPolicy",
          "ValidatingAdmissionPolicyBinding",
          "LimitRange",
          "ResourceQuota");

  /**
   * @param collection where it was posted, with {@code $NS} for the namespace
   */
  record Sample(String kind, String collection, ObjectNode body, boolean good) {
    boolean namespaced() {
      return collection.contains("$NS");
    }

    String collection(String namespace) {
      return collection.replace("$NS", namespace);
    }
  }

  static Samples read() {
    var byKind = new TreeMap<String, List<Sample>>();
    for (String folder : List.of("kinds", "core", "patch")) {
      try (var files = Files.list(RECORDED.resolve(folder))) {
        for (Path file : files.filter(f -> f.toString().endsWith(".json")).sorted().toList()) {
          for (JsonNode step : Transcript.read(file, RECORDED).steps()) {
            add(byKind, step);
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return new Samples(byKind);
  }

  private static void add(SortedMap<String, List<Sample>> byKind, JsonNode step) {
    int status = step.path("expect").path("status").asInt();
    String path = step.path("path").asText().split("\\?", 2)[0];
    if (!step.path("method").asText().equals("POST")
        || (status != 201 && status != 422)
        || path.replace("$NS", "").contains("$")
        || !(step.path("body") instanceof ObjectNode body)
        || !isCollection(path)) {
      return;
    }
    String kind = body.path("kind").asText();
    // A recorded step that uses what others made stands in the middle of its own script.
    if (kind.isEmpty() || LEFT_OUT.contains(kind) || body.toString().contains("\"$")) {
      return;
    }
    List<Sample> known = byKind.computeIfAbsent(kind, k -> new ArrayList<>());
    if (known.stream().noneMatch(sample -> sample.body.equals(body))) {
      known.add(new Sample(kind, path, body, status == 201));
    }
  }

  /** Whether the path ends in the name of a resource, not of an object or a subresource. */
  private static boolean isCollection(String path) {
    int after = path.startsWith("/api/") ? 3 : 4;
    int parts = path.split("/").length - after;
    return path.contains("/namespaces/") ? parts == 3 : parts == 1;
  }
}
