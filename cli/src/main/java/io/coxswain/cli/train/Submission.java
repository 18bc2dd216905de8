package io.coxswain.cli.train;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.CancelledException;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Reader;
import io.fabric8.kubernetes.api.model.StatusCause;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Creates the objects of a manifest on a server. */
final class Submission {
  private static final Pattern UNKNOWN_FIELD = Pattern.compile("unknown field \"([^\"]+)\"");

  private static final String TRAIN_JOB = "TrainJob";
  private static final String MANAGER = "coxswain-train";

  private final ApiTransport server;
  private final List<Reader.Served> kinds;
  private final RuntimeCheck runtimes;

  Submission(ApiTransport server, Client client) throws ApiException {
    this.server = server;
    this.kinds = client.discover();
    this.runtimes = new RuntimeCheck(client);
  }

  /**
   * Creates all documents, or none: if one is rejected, those created before it are deleted.
   * TrainJobs are created last, after the objects they need.
   *
   * @return the keys of the TrainJobs
   */
  List<ObjectKey> create(Manifest manifest)
      throws ManifestException, ApiException, CancelledException {
    var ordered = new ArrayList<>(manifest.documents());
    ordered.sort(Comparator.comparing(d -> d.kind().equals(TRAIN_JOB)));
    for (Manifest.Document document : ordered) {
      ResourceType _ = type(document);
    }
    var created = new ArrayList<Created>();
    try {
      for (Manifest.Document document : ordered) {
        create(document).ifPresent(created::add);
      }
    } catch (ManifestException | ApiException e) {
      takeBack(created, e);
      throw e;
    }
    return created.stream().filter(c -> c.type.kind().equals(TRAIN_JOB)).map(Created::key).toList();
  }

  /** An object that did not exist before. */
  private record Created(ResourceType type, ObjectKey key) {}

  /** Empty if an identical object existed already. */
  private Optional<Created> create(Manifest.Document document)
      throws ManifestException, ApiException, CancelledException {
    ResourceType type = type(document);
    String namespace = document.object().path("metadata").path("namespace").asText("default");
    boolean trains = document.kind().equals(TRAIN_JOB);
    if (trains) {
      runtimes.check(document, namespace);
    }
    ApiResponse answer =
        call(
            ApiRequest.of("POST", type.path(type.namespaced() ? namespace : ""))
                .with("fieldManager", MANAGER)
                .with("fieldValidation", "Strict")
                .body("application/json", Json.bytes(document.object())));
    if (answer.status() == 409 && trains) {
      throw new ManifestException(
          "%s: there is a TrainJob \"%s\" already; delete it (kubectl delete trainjob -n %s %s) or choose another name"
              .formatted(
                  document.place("metadata.name"), document.name(), namespace, document.name()));
    }
    if (answer.status() == 409) {
      refuseUnlessOk(document, apply(document, type, namespace));
      return Optional.empty();
    }
    refuseUnlessOk(document, answer);
    ObjectNode stored = Json.tree(answer.body());
    return Optional.of(
        new Created(
            type,
            ObjectKey.of(
                stored.path("metadata").path("namespace").asText(),
                stored.path("metadata").path("name").asText())));
  }

  /** Applies an object that may exist from an earlier training. */
  private ApiResponse apply(Manifest.Document document, ResourceType type, String namespace)
      throws ApiException, CancelledException {
    ObjectKey key = ObjectKey.of(type.namespaced() ? namespace : "", document.name());
    return call(
        ApiRequest.of("PATCH", type.path(key))
            .with("fieldManager", MANAGER)
            .with("force", "true")
            .with("fieldValidation", "Strict")
            .body("application/apply-patch+yaml", Json.bytes(document.object())));
  }

  private void takeBack(List<Created> created, Exception cause) throws CancelledException {
    for (Created each : created.reversed()) {
      try {
        ApiResponse answer = call(ApiRequest.of("DELETE", each.type.path(each.key)));
        if (!answer.ok() && answer.status() != 404) {
          cause.addSuppressed(ApiException.of(answer.status(), answer.body()));
        }
      } catch (ApiException e) {
        cause.addSuppressed(e);
      }
    }
  }

  private ApiResponse call(ApiRequest request) throws ApiException, CancelledException {
    try {
      return server.call(request);
    } catch (IOException e) {
      throw ApiException.noAnswer(e);
    }
  }

  private static void refuseUnlessOk(Manifest.Document document, ApiResponse answer)
      throws ManifestException {
    if (!answer.ok()) {
      throw new ManifestException(
          explain(document, ApiException.of(answer.status(), answer.body())));
    }
  }

  private ResourceType type(Manifest.Document document) throws ManifestException {
    return kinds.stream()
        .map(Reader.Served::type)
        .filter(t -> t.kind().equals(document.kind()))
        .filter(t -> t.apiVersion().equals(document.apiVersion()))
        .findFirst()
        .orElseThrow(
            () ->
                new ManifestException(
                    "%s: no matches for kind \"%s\" in version \"%s\"%s"
                        .formatted(
                            document.place("kind"),
                            document.kind(),
                            document.apiVersion(),
                            document.kind().equals(TRAIN_JOB)
                                ? "; is Kubeflow Trainer installed on that cluster?"
                                : "")));
  }

  /** Causes about the object as a whole have no field, or {@code <nil>}. */
  private static boolean isPath(@Nullable String field) {
    return field != null && !field.isEmpty() && !field.equals("<nil>");
  }

  /** The server's message, with the line of each field that it names. */
  static String explain(Manifest.Document document, ApiException refusal) {
    var details = refusal.status().getDetails();
    List<StatusCause> causes = details == null ? List.of() : details.getCauses();
    List<StatusCause> placed = causes.stream().filter(c -> isPath(c.getField())).toList();
    if (!placed.isEmpty()) {
      return placed.stream()
          .map(
              c ->
                  "%s: %s: %s"
                      .formatted(document.place(c.getField()), c.getField(), c.getMessage()))
          .collect(Collectors.joining("\n"));
    }
    Matcher unknown = UNKNOWN_FIELD.matcher(String.valueOf(refusal.getMessage()));
    String field = unknown.find() ? unknown.group(1) : "kind";
    return document.place(field) + ": " + refusal.getMessage();
  }
}
