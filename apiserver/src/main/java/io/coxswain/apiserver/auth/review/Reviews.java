package io.coxswain.apiserver.auth.review;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.auth.Authorizer;
import io.coxswain.apiserver.auth.User;
import io.coxswain.apiserver.auth.rbac.RoleAuthorizer;
import io.coxswain.apiserver.auth.token.Authenticator;
import io.coxswain.apiserver.auth.token.TokenVerification;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.env.Clock;
import java.util.List;

/** All kinds of reviews. */
public final class Reviews {
  private static final String SELF_ACCESS = "selfsubjectaccessreviews.authorization.k8s.io";
  private static final String ACCESS = "subjectaccessreviews.authorization.k8s.io";
  private static final String LOCAL_ACCESS = "localsubjectaccessreviews.authorization.k8s.io";
  private static final String SELF_RULES = "selfsubjectrulesreviews.authorization.k8s.io";
  private static final String SELF = "selfsubjectreviews.authentication.k8s.io";
  private static final String TOKEN = "tokenreviews.authentication.k8s.io";

  /** The storage names of all kinds of reviews. */
  public static final List<String> COLLECTIONS =
      List.of(SELF_ACCESS, ACCESS, LOCAL_ACCESS, SELF_RULES, SELF, TOKEN);

  private final Authenticator authenticator;
  private final Authorizer authorizer;
  private final RoleAuthorizer roles;
  private final Clock clock;

  public Reviews(
      Authenticator authenticator, Authorizer authorizer, RoleAuthorizer roles, Clock clock) {
    this.authenticator = authenticator;
    this.authorizer = authorizer;
    this.roles = roles;
    this.clock = clock;
  }

  /** The review of a kind, by the storage name of the kind. */
  public Review of(String collection) {
    return switch (collection) {
      case SELF_ACCESS -> new AccessReview(AccessReview.About.CALLER, authorizer);
      case ACCESS -> new AccessReview(AccessReview.About.ANYONE, authorizer);
      case LOCAL_ACCESS -> new AccessReview(AccessReview.About.ANYONE_HERE, authorizer);
      case SELF_RULES -> new RulesReview();
      case SELF -> this::whoAmI;
      case TOKEN -> new TokenReview();
      default -> throw new IllegalArgumentException("not a review: " + collection);
    };
  }

  private ObjectNode whoAmI(ObjectNode question, User caller) {
    ObjectNode answer = Json.MAPPER.createObjectNode();
    answer.setAll(question);
    answer.remove("metadata");
    Meta.of(answer).put("creationTimestamp", Meta.time(clock.now()));
    answer.putObject("status").set("userInfo", UserInfo.of(caller));
    return answer;
  }

  /** Returns the rules that apply to the caller. */
  private final class RulesReview implements Review {
    @Override
    public void check(ObjectNode question, String namespace) {
      if (Meta.text(question, "/spec/namespace").isEmpty()) {
        throw StatusException.badRequest("no namespace on request");
      }
    }

    @Override
    public ObjectNode answer(ObjectNode question, User caller) {
      ObjectNode answer = Json.MAPPER.createObjectNode();
      answer.set("kind", question.path("kind"));
      answer.set("apiVersion", question.path("apiVersion"));
      Meta.of(answer);
      answer.putObject("spec");
      answer.set("status", roles.rulesOf(caller, Meta.text(question, "/spec/namespace")));
      return answer;
    }
  }

  /** Returns the user of a token. */
  private final class TokenReview implements Review {
    @Override
    public void check(ObjectNode question, String namespace) {
      if (Meta.text(question, "/spec/token").isEmpty()) {
        throw StatusException.badRequest("token is required for TokenReview in authentication");
      }
    }

    @Override
    public ObjectNode answer(ObjectNode question, User caller) {
      TokenVerification verdict =
          authenticator.review(
              Meta.text(question, "/spec/token"), Meta.strings(question.at("/spec/audiences")));
      ObjectNode status = question.putObject("status");
      User user = verdict.user();
      if (user == null) {
        status.putObject("user");
        status.put("error", verdict.error());
        return question;
      }
      status.put("authenticated", true);
      status.set("user", UserInfo.of(user));
      verdict.audiences().forEach(status.putArray("audiences")::add);
      return question;
    }
  }
}
