package io.coxswain.real.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Varies the query parameters of reads and of writes. */
final class ParameterGenerator implements RequestGenerator {
  private static final List<String> NUMBERS =
      List.of(
          "",
          "0",
          "1",
          "2",
          "-1",
          "x",
          "1.5",
          "1e3",
          "+1",
          "%201",
          "0x10",
          "01",
          "9223372036854775807",
          "9223372036854775808",
          "-9223372036854775809",
          "1_000",
          "%31",
          "%zz",
          "%D9%A1");

  private static final List<String> BOOLEANS =
      List.of("", "0", "1", "true", "false", "True", "FALSE", "yes", "t", "null", "x");

  private static final List<String> VERSIONS =
      List.of(
          "", "0", "1", "-1", "x", "1.5", "00", "01", "+1", "18446744073709551616", "1;2", "%20");

  /** Tokens of other versions, of other collections and broken ones. */
  private static final List<String> TOKENS =
      List.of(
          "",
          "x",
          "garbage!",
          "e30",
          "bnVsbA",
          "W10",
          "eyJ2IjoibWV0YS5rOHMuaW8vdjEifQ",
          "eyJ2IjoibWV0YS5rOHMuaW8vdjIiLCJydiI6MSwic3RhcnQiOiJhIn0",
          "eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6MSwic3RhcnQiOiIifQ",
          "eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6LTEsInN0YXJ0IjoiYzIifQ",
          "eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6LTEsInN0YXJ0IjoiLi4vLi4veCJ9",
          "eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6IngiLCJzdGFydCI6ImMyIn0",
          "eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6LTEsInN0YXJ0IjoiYzIifQ%3D%3D",
          "%00");

  private static final Map<String, List<String>> READS =
      new TreeMap<>(
          Map.of(
              "limit", NUMBERS,
              "continue", TOKENS,
              "resourceVersion", VERSIONS,
              "resourceVersionMatch",
                  List.of("", "Exact", "NotOlderThan", "exact", "x", "NotOlderThan%20"),
              "timeoutSeconds", NUMBERS,
              "sendInitialEvents", BOOLEANS,
              "allowWatchBookmarks", BOOLEANS,
              "pretty", BOOLEANS,
              "timeout", List.of("", "1s", "x", "1", "-1s", "1h", "0", "1s1", "1.5s", "1d"),
              "bogus", List.of("", "1", "%")));

  private static final Map<String, List<String>> WRITES =
      new TreeMap<>(
          Map.of(
              "fieldManager",
              List.of("", "m", "a%20b", "%0A", "%C3%A9", "x".repeat(129), "%7F"),
              "fieldValidation",
              List.of("", "Strict", "Warn", "Ignore", "strict", "x"),
              "propagationPolicy",
              List.of("", "Foreground", "Background", "Orphan", "orphan", "x"),
              "gracePeriodSeconds",
              NUMBERS,
              "orphanDependents",
              BOOLEANS,
              "force",
              BOOLEANS,
              "pretty",
              BOOLEANS,
              "dryRun",
              List.of("", "All", "all", "x", "All,All"),
              "ignoreStoreReadErrorWithClusterBreakingPotential",
              BOOLEANS,
              "bogus",
              List.of("", "1")));

  @Override
  public String name() {
    return "parameters";
  }

  @Override
  public int count() {
    return 600;
  }

  @Override
  public WireRequest next(Choice choice) {
    return choice.percent(60) ? read(choice) : write(choice);
  }

  private static WireRequest read(Choice choice) {
    boolean watch = choice.percent(6);
    var parameters = new ArrayList<String>();
    if (watch) {
      // A watch that is accepted ends after a second.
      parameters.add("timeoutSeconds=1");
      parameters.add("watch=" + choice.of(List.of("1", "true", "x")));
    }
    add(parameters, READS, 1 + choice.below(3), choice);
    String path =
        choice.percent(80) ? choice.of(Fixtures.COLLECTIONS) : choice.of(Fixtures.OBJECTS);
    return WireRequest.get(path + "?" + String.join("&", parameters));
  }

  private static WireRequest write(Choice choice) {
    var parameters = new ArrayList<>(List.of("dryRun=All"));
    add(parameters, WRITES, 1 + choice.below(3), choice);
    String query = "?" + String.join("&", parameters);
    return switch (choice.below(4)) {
      case 0 -> WireRequest.of("DELETE", choice.of(Fixtures.OBJECTS) + query);
      case 1 -> WireRequest.of("DELETE", choice.of(Fixtures.COLLECTIONS) + query);
      case 2 ->
          WireRequest.of("PATCH", choice.of(Fixtures.OBJECTS) + query)
              .body(
                  choice.of(
                      List.of("application/merge-patch+json", "application/apply-patch+yaml")),
                  "{\"metadata\":{\"labels\":{\"z\":\"1\"}}}");
      default ->
          WireRequest.of("POST", "/api/v1/namespaces/fuzz/configmaps" + query)
              .body(
                  "application/json",
                  "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"new\"},\"bogus\":1}");
    };
  }

  private static void add(
      List<String> parameters, Map<String, List<String>> known, int count, Choice choice) {
    var names = List.copyOf(known.keySet());
    for (int i = 0; i < count; i++) {
      String name = choice.of(names);
      parameters.add(name + "=" + choice.of(known.getOrDefault(name, List.of(""))));
    }
    if (choice.percent(5)) {
      parameters.add(
          choice.of(List.of("=", "&", "%", "limit", "=x", "%zz=1", "a;b=c", "limit=1;")));
    }
  }
}
