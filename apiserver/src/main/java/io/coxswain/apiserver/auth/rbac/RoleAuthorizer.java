package io.coxswain.apiserver.auth.rbac;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.GoQuote;
import io.coxswain.api.Json;
import io.coxswain.apiserver.auth.AuthorizationAttributes;
import io.coxswain.apiserver.auth.Authorizer;
import io.coxswain.apiserver.auth.Decision;
import io.coxswain.apiserver.auth.User;
import io.coxswain.apiserver.auth.node.NodeIdentity;
import io.coxswain.apiserver.store.Snapshot;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Authorizes by roles and bindings, in the current state of the store. */
public final class RoleAuthorizer implements Authorizer {
  private final Supplier<Snapshot> head;
  private volatile @Nullable RoleView view;

  public RoleAuthorizer(Supplier<Snapshot> head) {
    this.head = head;
  }

  @Override
  public Decision decide(AuthorizationAttributes access) {
    if (access.user().isMaster()) {
      return Decision.ALLOWED;
    }
    var search = new Search(access);
    view().visit(access.user(), access.namespace(), search);
    return search.decision();
  }

  RoleView view() {
    RoleView known = view;
    RoleView fresh = RoleView.of(head.get(), known);
    if (fresh != known) {
      view = fresh;
    }
    return fresh;
  }

  /** All rules that apply to a user, and errors that occurred while resolving them. */
  record Holdings(List<Rule> rules, String problem) {}

  Holdings holdings(User user, String namespace) {
    var rules = new ArrayList<Rule>();
    Set<String> problems = new LinkedHashSet<>();
    view()
        .visit(
            user,
            namespace,
            (binding, subject, theirs) -> {
              if (theirs == null) {
                problems.add(notFound(binding));
              } else {
                rules.addAll(theirs);
              }
              return true;
            });
    return new Holdings(rules, problem(problems));
  }

  /** The rules that apply to a user in a namespace, as the status of a review. */
  public ObjectNode rulesOf(User user, String namespace) {
    Holdings held = holdings(user, namespace);
    ObjectNode status = Json.MAPPER.createObjectNode();
    ArrayNode resources = status.putArray("resourceRules");
    ArrayNode paths = status.putArray("nonResourceRules");
    for (Rule rule : held.rules()) {
      if (!rule.resources().isEmpty()) {
        ObjectNode shown = resources.addObject();
        list(shown, "verbs", rule.verbs());
        list(shown, "apiGroups", rule.groups());
        list(shown, "resources", rule.resources());
        list(shown, "resourceNames", rule.names());
      }
      if (!rule.urls().isEmpty()) {
        ObjectNode shown = paths.addObject();
        list(shown, "verbs", rule.verbs());
        list(shown, "nonResourceURLs", rule.urls());
      }
    }
    boolean node = NodeIdentity.of(user).isPresent();
    status.put("incomplete", node);
    var problems = new ArrayList<String>();
    if (node) {
      problems.add("node authorizer does not support user rule resolution");
    }
    if (!held.problem().isEmpty()) {
      problems.add(held.problem());
    }
    if (!problems.isEmpty()) {
      status.put("evaluationError", String.join(", ", problems));
    }
    return status;
  }

  private static void list(ObjectNode rule, String field, List<String> values) {
    if (!values.isEmpty()) {
      values.forEach(rule.putArray(field)::add);
    }
  }

  private static String notFound(Binding binding) {
    String kind = binding.roleKind().equals("Role") ? "role" : "clusterrole";
    return kind + ".rbac.authorization.k8s.io " + GoQuote.of(binding.roleName()) + " not found";
  }

  private static String problem(Set<String> problems) {
    return problems.size() > 1
        ? "[" + String.join(", ", problems) + "]"
        : String.join(", ", problems);
  }

  /** Visits rules until one allows the request. */
  private static final class Search implements RoleView.Visitor {
    private final AuthorizationAttributes access;
    private final Set<String> problems = new LinkedHashSet<>();
    private @Nullable String allowedBy;

    Search(AuthorizationAttributes access) {
      this.access = access;
    }

    @Override
    public boolean visit(Binding binding, Binding.Subject subject, @Nullable List<Rule> rules) {
      if (rules == null) {
        problems.add(notFound(binding));
        return true;
      }
      for (Rule rule : rules) {
        if (rule.allows(access)) {
          allowedBy = binding.describe(subject);
          return false;
        }
      }
      return true;
    }

    Decision decision() {
      if (allowedBy != null) {
        return new Decision(true, "RBAC: allowed by " + allowedBy);
      }
      return problems.isEmpty()
          ? Decision.NO_OPINION
          : new Decision(false, "RBAC: " + problem(problems));
    }
  }
}
