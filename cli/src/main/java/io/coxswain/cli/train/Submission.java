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
import io.fabric8.kubernetes.api.model.StatusCause;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Creates the objects of a manifest on a server. */
public final class Submission {
  private static final Pattern UNKNOWN_FIELD = Pattern.compile("unknown field \"([^\"]+)\"");

  private final ApiTransport server;
  private final List<Client.Served> kinds;
  private final RuntimeCheck runtimes;

  public Submission(ApiTransport server, Client client) throws ApiException {
    this.server = server;
    this.kinds = client.discover();
    this.runtimes = new RuntimeCheck(client);
  }

  /** Creates all documents in order; the keys of those of the given kind. */
  public List<ObjectKey> create(Manifest manifest, String kind)
      throws ManifestException, ApiException, CancelledException {
    var keys = new ArrayList<ObjectKey>();
    for (Manifest.Document document : manifest.documents()) {
      ObjectKey key = create(document);
      if (document.kind().equals(kind)) {
        keys.add(key);
      }
    }
    return keys;
  }

  private ObjectKey create(Manifest.Document document)
      throws ManifestException, ApiException, CancelledException {
    ResourceType type = type(document);
    String namespace = document.object().path("metadata").path("namespace").asText("default");
    if (document.kind().equals("TrainJob")) {
      runtimes.check(document, namespace);
    }
    ApiRequest request =
        ApiRequest.of("POST", type.path(type.namespaced() ? namespace : ""))
            .with("fieldManager", "coxswain-train")
            .with("fieldValidation", "Strict")
            .body("application/json", Json.bytes(document.object()));
    ApiResponse answer;
    try {
      answer = server.call(request);
    } catch (IOException e) {
      throw ApiException.noAnswer(e);
    }
    if (!answer.ok()) {
      throw new ManifestException(
          explain(document, ApiException.of(answer.status(), answer.body())));
    }
    ObjectNode created = Json.tree(answer.body());
    return ObjectKey.of(
        created.path("metadata").path("namespace").asText(),
        created.path("metadata").path("name").asText());
  }

  private ResourceType type(Manifest.Document document) throws ManifestException {
    return kinds.stream()
        .map(Client.Served::type)
        .filter(t -> t.kind().equals(document.kind()))
        .filter(t -> t.apiVersion().equals(document.apiVersion()))
        .findFirst()
        .orElseThrow(
            () ->
                new ManifestException(
                    "%s: no matches for kind \"%s\" in version \"%s\""
                        .formatted(
                            document.place("kind"), document.kind(), document.apiVersion())));
  }

  /** Causes about the object as a whole have no field, or {@code <nil>}. */
  private static boolean isPath(@Nullable String field) {
    return field != null && !field.isEmpty() && !field.equals("<nil>");
  }

  /** The server's words, with the line of each field they name. */
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
