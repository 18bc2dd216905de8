package io.coxswain.apiserver.auth.rbac;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.GoQuote;
import io.coxswain.apiserver.auth.AuthorizationAttributes;
import io.coxswain.apiserver.json.Meta;
import java.util.ArrayList;
import java.util.List;

/** One rule of a role. */
record Rule(
    List<String> verbs,
    List<String> groups,
    List<String> resources,
    List<String> names,
    List<String> urls) {
  private static final String ALL = "*";

  static final List<Rule> EVERYTHING =
      List.of(
          new Rule(List.of(ALL), List.of(ALL), List.of(ALL), List.of(), List.of()),
          new Rule(List.of(ALL), List.of(), List.of(), List.of(), List.of(ALL)));

  static List<Rule> of(JsonNode rules) {
    var all = new ArrayList<Rule>(rules.size());
    for (JsonNode rule : rules) {
      all.add(
          new Rule(
              Meta.strings(rule.path("verbs")),
              Meta.strings(rule.path("apiGroups")),
              Meta.strings(rule.path("resources")),
              Meta.strings(rule.path("resourceNames")),
              Meta.strings(rule.path("nonResourceURLs"))));
    }
    return List.copyOf(all);
  }

  boolean allows(AuthorizationAttributes access) {
    if (!has(verbs, access.verb())) {
      return false;
    }
    if (!access.isResource()) {
      return urls.stream().anyMatch(url -> coversUrl(url, access.path()));
    }
    return has(groups, access.group())
        && coversResource(access.fullResource())
        && (names.isEmpty() || names.contains(access.name()));
  }

  private boolean coversResource(String resource) {
    if (has(resources, resource)) {
      return true;
    }
    int slash = resource.indexOf('/');
    return slash >= 0 && resources.contains(ALL + resource.substring(slash));
  }

  private static boolean coversUrl(String url, String path) {
    if (url.equals(path)) {
      return true;
    }
    int end = url.length();
    while (end > 0 && url.charAt(end - 1) == '*') {
      end--;
    }
    return end < url.length() && path.startsWith(url.substring(0, end));
  }

  private static boolean has(List<String> some, String one) {
    return some.contains(ALL) || some.contains(one);
  }

  /** This rule as rules with one verb, one resource and at most one name each. */
  List<Rule> pieces() {
    var pieces = new ArrayList<Rule>();
    for (String group : groups) {
      for (String resource : resources) {
        for (String verb : verbs) {
          if (names.isEmpty()) {
            pieces.add(piece(verb, group, resource, List.of()));
          }
          for (String name : names) {
            pieces.add(piece(verb, group, resource, List.of(name)));
          }
        }
      }
    }
    for (String url : urls) {
      for (String verb : verbs) {
        pieces.add(new Rule(List.of(verb), List.of(), List.of(), List.of(), List.of(url)));
      }
    }
    return pieces;
  }

  private static Rule piece(String verb, String group, String resource, List<String> names) {
    return new Rule(List.of(verb), List.of(group), List.of(resource), names, List.of());
  }

  /** Whether this rule includes the piece, which is one of {@link #pieces}. */
  boolean covers(Rule piece) {
    boolean verb = has(verbs, piece.verbs.getFirst());
    if (!piece.urls.isEmpty()) {
      String wanted = piece.urls.getFirst();
      return verb && names.isEmpty() && urls.stream().anyMatch(url -> coversUrl(url, wanted));
    }
    return verb
        && has(groups, piece.groups.getFirst())
        && coversResource(piece.resources.getFirst())
        && (names.isEmpty() || (!piece.names.isEmpty() && names.containsAll(piece.names)));
  }

  /** The form in upstream's messages. */
  @Override
  public String toString() {
    var parts = new ArrayList<String>();
    part(parts, "APIGroups", groups);
    part(parts, "Resources", resources);
    part(parts, "NonResourceURLs", urls);
    part(parts, "ResourceNames", names);
    part(parts, "Verbs", verbs);
    return "{" + String.join(", ", parts) + "}";
  }

  private static void part(List<String> parts, String name, List<String> values) {
    if (!values.isEmpty()) {
      parts.add(name + ":" + GoQuote.of(values));
    }
  }
}
