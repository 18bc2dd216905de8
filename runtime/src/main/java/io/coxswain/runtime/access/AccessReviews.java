package io.coxswain.runtime.access;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.runtime.rest.Rest;
import java.time.Duration;
import java.util.Optional;

/** Authorizes requests for paths with SubjectAccessReviews, and caches the decisions. */
public final class AccessReviews {
  private final Reviews reviews;
  private final ExpiringCache<Question, Boolean> known;
  private final Duration allowedTtl;
  private final Duration deniedTtl;

  private record Question(User user, String verb, String path) {}

  public AccessReviews(
      Env env, Rest rest, ReviewObserver observer, Duration allowedTtl, Duration deniedTtl) {
    this.reviews = new Reviews(rest, env.clock(), env.entropy().derive("access reviews"), observer);
    this.known = new ExpiringCache<>(env.clock());
    this.allowedTtl = allowedTtl;
    this.deniedTtl = deniedTtl;
  }

  public boolean allows(User user, String verb, String path)
      throws ApiException, CancelledException {
    var question = new Question(user, verb, path);
    Optional<Boolean> remembered = known.find(question);
    if (remembered.isPresent()) {
      return remembered.get();
    }
    boolean allowed = ask(question);
    known.put(question, allowed, allowed ? allowedTtl : deniedTtl);
    return allowed;
  }

  private boolean ask(Question question) throws ApiException, CancelledException {
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
