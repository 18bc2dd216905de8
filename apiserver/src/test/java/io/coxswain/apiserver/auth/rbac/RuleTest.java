package io.coxswain.apiserver.auth.rbac;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.apiserver.auth.AuthorizationAttributes;
import io.coxswain.apiserver.auth.User;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class RuleTest {
  private static final List<String> VERBS = List.of("get", "list", "*");
  private static final List<String> GROUPS = List.of("", "apps", "*");
  private static final List<String> RESOURCES =
      List.of("pods", "pods/log", "secrets", "*/log", "*");
  private static final List<String> NAMES = List.of("a", "b");
  private static final List<String> PATHS = List.of("/a", "/a/*", "/b", "*");
  private static final User USER = new User("u", List.of());

  private static Rule random(SplittableRandom random) {
    if (random.nextInt(4) == 0) {
      return new Rule(some(VERBS, random), List.of(), List.of(), List.of(), some(PATHS, random));
    }
    return new Rule(
        some(VERBS, random),
        some(GROUPS, random),
        some(RESOURCES, random),
        random.nextBoolean() ? List.of() : some(NAMES, random),
        List.of());
  }

  private static List<String> some(List<String> all, SplittableRandom random) {
    var some = new ArrayList<String>();
    while (some.isEmpty()) {
      all.stream().filter(one -> random.nextInt(3) == 0).forEach(some::add);
    }
    return some;
  }

  /** Everything that anyone could ask for, with words that no rule uses among them. */
  private static List<AuthorizationAttributes> everyAccess() {
    var all = new ArrayList<AuthorizationAttributes>();
    for (String verb : List.of("get", "list", "other")) {
      for (String path : List.of("/a", "/a/x", "/b", "/c")) {
        all.add(AuthorizationAttributes.path(USER, verb, path));
      }
      for (String group : List.of("", "apps", "other")) {
        for (String name : List.of("", "a", "b", "c")) {
          for (String resource : List.of("pods", "secrets", "other")) {
            for (String sub : List.of("", "log", "exec")) {
              all.add(
                  AuthorizationAttributes.resource(USER, verb, group, resource, "", name)
                      .withSubresource(sub));
            }
          }
        }
      }
    }
    return all;
  }

  @Test
  void aCoveringRuleAllowsAllThatTheRuleAllows() {
    List<AuthorizationAttributes> everything = everyAccess();
    var random = new SplittableRandom(7);
    int covered = 0;
    for (int i = 0; i < 2000; i++) {
      List<Rule> held = List.of(random(random), random(random));
      Rule granted = random(random);
      boolean covers =
          granted.pieces().stream()
              .allMatch(piece -> held.stream().anyMatch(rule -> rule.covers(piece)));
      if (!covers) {
        continue;
      }
      covered++;
      for (AuthorizationAttributes access : everything) {
        if (granted.allows(access)) {
          assertThat(held)
              .as("%s holds %s and may %s", held, granted, access)
              .anyMatch(rule -> rule.allows(access));
        }
      }
    }
    assertThat(covered).isGreaterThan(50);
  }

  @Test
  void allowsByNameOnlyWhereThereIsAName() {
    var rule =
        new Rule(List.of("get", "list"), List.of(""), List.of("pods"), List.of("a"), List.of());

    assertThat(rule.allows(AuthorizationAttributes.resource(USER, "get", "", "pods", "n", "a")))
        .isTrue();
    assertThat(rule.allows(AuthorizationAttributes.resource(USER, "get", "", "pods", "n", "b")))
        .isFalse();
    assertThat(rule.allows(AuthorizationAttributes.resource(USER, "list", "", "pods", "n", "")))
        .isFalse();
  }

  @Test
  void doesNotCoverASubresourceByItsResource() {
    var rule = new Rule(List.of("*"), List.of(""), List.of("pods"), List.of(), List.of());

    assertThat(
            rule.allows(
                AuthorizationAttributes.resource(USER, "get", "", "pods", "n", "a")
                    .withSubresource("status")))
        .isFalse();
  }
}
