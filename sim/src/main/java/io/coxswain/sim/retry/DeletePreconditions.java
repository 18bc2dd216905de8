package io.coxswain.sim.retry;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.env.ApiRequest;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The rule that every delete of a single object carries the UID of the object that the client
 * decided about, because another object may have its name by now. Deletes of collections have no
 * preconditions in the API and are exempt.
 */
public final class DeletePreconditions {
  private static final Pattern COLLECTION =
      Pattern.compile("/(api/v1|apis/[^/]+/[^/]+)(/namespaces/[^/]+)?/[^/]+");

  private DeletePreconditions() {}

  /** Describes the request if it violates the rule. */
  public static Optional<String> violation(ApiRequest request) {
    if (!request.method().equals("DELETE") || isCollection(request.path())) {
      return Optional.empty();
    }
    JsonNode uid = Json.tree(request.body()).at("/preconditions/uid");
    return uid.isTextual() && !uid.asText().isEmpty()
        ? Optional.empty()
        : Optional.of("DELETE " + request.path() + " without a UID precondition");
  }

  /** A namespace and the objects in one have paths of the same form. */
  private static boolean isCollection(String path) {
    return COLLECTION.matcher(path).matches() && !path.matches("/api/v1/namespaces/[^/]+");
  }
}
