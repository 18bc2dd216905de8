package io.coxswain.apiserver.auth.rbac;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.GoQuote;
import io.coxswain.api.ResourceType;
import io.coxswain.apiserver.admission.Attributes;
import io.coxswain.apiserver.admission.Operation;
import io.coxswain.apiserver.admission.Plugin;
import io.coxswain.apiserver.auth.AuthorizationAttributes;
import io.coxswain.apiserver.auth.Authorizer;
import io.coxswain.apiserver.auth.User;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.json.SameJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Prevents privilege escalation: a user cannot grant permissions that the user does not hold,
 * unless the user may {@code escalate} roles or {@code bind} this one. Upstream checks this in the
 * storage of these kinds, after mutating admission and before validation; therefore it is the last
 * of the mutating plugins.
 */
public final class EscalationPlugin implements Plugin {
  private static final String GROUP = "rbac.authorization.k8s.io";
  private static final List<String> COLLECTED =
      List.of("ownerReferences", "finalizers", "selfLink", "managedFields");

  private final RoleAuthorizer roles;
  private final Authorizer authorizer;

  /**
   * @param authorizer decides who may escalate and bind
   */
  public EscalationPlugin(RoleAuthorizer roles, Authorizer authorizer) {
    this.roles = roles;
    this.authorizer = authorizer;
  }

  @Override
  public List<String> resources() {
    return List.of(
        RoleView.CLUSTER_ROLES, RoleView.ROLES, RoleView.CLUSTER_BINDINGS, RoleView.BINDINGS);
  }

  @Override
  public void admit(Attributes attributes) {
    if (attributes.user().isMaster() || onlyForCollector(attributes)) {
      return;
    }
    if (attributes.kind().type().kind().endsWith("Binding")) {
      binding(attributes);
    } else {
      role(attributes);
    }
  }

  /** Whether only fields change that the garbage collector must change. */
  private static boolean onlyForCollector(Attributes attributes) {
    if (attributes.operation() != Operation.UPDATE) {
      return false;
    }
    var before = attributes.old().deepCopy();
    var after = attributes.object().deepCopy();
    for (JsonNode object : List.of(before, after)) {
      if (object.path("metadata") instanceof com.fasterxml.jackson.databind.node.ObjectNode meta) {
        meta.remove(COLLECTED);
      }
    }
    return SameJson.same(before, after);
  }

  private void role(Attributes attributes) {
    User user = attributes.user();
    String plural = attributes.kind().type().plural();
    // On a create, upstream uses only the name in the path, and there is none.
    String name = attributes.operation() == Operation.UPDATE ? attributes.name() : "";
    var escalate =
        AuthorizationAttributes.resource(
            user, "escalate", GROUP, plural, attributes.namespace(), name);
    if (authorizer.decide(escalate).allowed()) {
      return;
    }
    confirm(attributes, Rule.of(attributes.object().path("rules")));
    boolean aggregates =
        !attributes.object().at("/aggregationRule/clusterRoleSelectors").isEmpty()
            || !attributes.old().at("/aggregationRule/clusterRoleSelectors").isEmpty();
    if (aggregates && missing(attributes, Rule.EVERYTHING) != null) {
      throw attributes.forbidden("must have cluster-admin privileges to use the aggregationRule");
    }
  }

  private void binding(Attributes attributes) {
    String kind = Meta.text(attributes.object(), "/roleRef/kind");
    String name = Meta.text(attributes.object(), "/roleRef/name");
    String group = Meta.text(attributes.object(), "/roleRef/apiGroup");
    boolean local = kind.equals("Role");
    if (!local && !kind.equals("ClusterRole")) {
      throw StatusException.unclassified("unsupported role reference kind: " + GoQuote.of(kind));
    }
    String plural = local ? "roles" : "clusterroles";
    var bind =
        AuthorizationAttributes.resource(
            attributes.user(), "bind", group, plural, attributes.namespace(), name);
    if (authorizer.decide(bind).allowed()) {
      return;
    }
    List<Rule> rules = roles.view().rules(kind, attributes.namespace(), name);
    if (rules == null) {
      throw StatusException.notFound(new ResourceType(GROUP, "v1", kind, plural, local), name);
    }
    confirm(attributes, rules);
  }

  private void confirm(Attributes attributes, List<Rule> rules) {
    String missing = missing(attributes, rules);
    if (missing != null) {
      throw attributes.forbidden(missing);
    }
  }

  /** The permissions that the user lacks to grant the rules, as a text; null if none. */
  private @Nullable String missing(Attributes attributes, List<Rule> rules) {
    User user = attributes.user();
    var held = roles.holdings(user, attributes.namespace());
    var missing = new ArrayList<Rule>();
    for (Rule rule : rules) {
      for (Rule piece : rule.pieces()) {
        if (held.rules().stream().noneMatch(theirs -> theirs.covers(piece))) {
          missing.add(piece);
        }
      }
    }
    if (missing.isEmpty()) {
      return null;
    }
    return "user "
        + GoQuote.of(user.name())
        + " (groups="
        + GoQuote.of(user.groups())
        + ") is attempting to grant RBAC permissions not currently held:\n"
        + String.join("\n", compact(missing))
        + (held.problem().isEmpty() ? "" : "; resolution errors: [" + held.problem() + "]");
  }

  /** The rules with the verbs of equal resources merged, sorted by their text. */
  private static SortedSet<String> compact(List<Rule> pieces) {
    var texts = new TreeSet<String>();
    Map<String, List<String>> verbs = new TreeMap<>();
    Map<String, Rule> things = new TreeMap<>();
    for (Rule piece : pieces) {
      if (!piece.urls().isEmpty()) {
        texts.add(piece.toString());
        continue;
      }
      String thing = String.join("\n", piece.groups().getFirst(), piece.resources().getFirst());
      String key = thing + "\n" + String.join("\n", piece.names());
      verbs.computeIfAbsent(key, k -> new ArrayList<>()).addAll(piece.verbs());
      things.put(key, piece);
    }
    things.forEach(
        (key, piece) ->
            texts.add(
                new Rule(
                        verbs.getOrDefault(key, List.of()),
                        piece.groups(),
                        piece.resources(),
                        piece.names(),
                        List.of())
                    .toString()));
    return texts;
  }
}
