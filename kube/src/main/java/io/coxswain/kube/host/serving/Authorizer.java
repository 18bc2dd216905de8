package io.coxswain.kube.host.serving;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Clock;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Says whether a user may: masters may all, everybody may some paths, else the API server decides;
 * without one to ask, nobody.
 */
final class Authorizer {
  private final List<String> open;
  private final @Nullable Reviews reviews;
  private final ExpiringCache<Question, Boolean> known;
  private final Duration allowedMemory;
  private final Duration deniedMemory;

  private record Question(User user, String verb, String path) {}

  /**
   * @param open paths for everybody; one that ends in {@code *} stands for all that begin so
   * @param reviews null when there is nobody to ask
   */
  Authorizer(
      List<String> open,
      @Nullable Reviews reviews,
      Clock clock,
      Duration allowedMemory,
      Duration deniedMemory) {
    this.open = open;
    this.reviews = reviews;
    this.known = new ExpiringCache<>(clock);
    this.allowedMemory = allowedMemory;
    this.deniedMemory = deniedMemory;
  }

  boolean allows(User user, String verb, String path) throws ApiException, CancelledException {
    if (user.groups().contains("system:masters") || isOpen(path)) {
      return true;
    }
    if (reviews == null) {
      return false;
    }
    var question = new Question(user, verb, path);
    var remembered = known.find(question);
    if (remembered.isPresent()) {
      return remembered.get();
    }
    boolean allowed = ask(reviews, question);
    known.put(question, allowed, allowed ? allowedMemory : deniedMemory);
    return allowed;
  }

  private boolean isOpen(String path) {
    String relative = path.replaceFirst("^/", "");
    return open.stream()
        .map(each -> each.replaceFirst("^/", ""))
        .anyMatch(
            each ->
                each.endsWith("*")
                    ? relative.startsWith(each.substring(0, each.length() - 1))
                    : relative.equals(each));
  }

  private static boolean ask(Reviews reviews, Question question)
      throws ApiException, CancelledException {
    ObjectNode review = Reviews.review("authorization.k8s.io/v1", "SubjectAccessReview");
    ObjectNode spec = review.putObject("spec");
    spec.put("user", question.user.name());
    spec.put("uid", question.user.uid());
    spec.set("groups", Json.MAPPER.valueToTree(question.user.groups()));
    spec.set("extra", Json.MAPPER.valueToTree(question.user.extra()));
    spec.putObject("nonResourceAttributes").put("path", question.path).put("verb", question.verb);
    JsonNode status = reviews.ask("/apis/authorization.k8s.io/v1/subjectaccessreviews", review);
    return status.path("allowed").asBoolean() && !status.path("denied").asBoolean();
  }
}
