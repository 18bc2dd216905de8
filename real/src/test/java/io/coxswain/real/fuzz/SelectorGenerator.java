package io.coxswain.real.fuzz;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Varies label and field selectors. */
final class SelectorGenerator implements RequestGenerator {
  private static final List<String> KEYS =
      List.of(
          "n",
          "odd",
          "app",
          "example.com/tier",
          "missing",
          "-",
          "a/b/c",
          "/x",
          "x/",
          "A_b.c",
          "é",
          "k".repeat(64),
          "p".repeat(254) + "/k",
          "in",
          "notin",
          "\"n\"",
          "a b",
          "n.",
          "");

  private static final List<String> VALUES =
      List.of(
          "1",
          "true",
          "x",
          "a-b_c.d",
          "",
          "-1",
          "a b",
          "é",
          "v".repeat(64),
          "'1'",
          "\"1\"",
          "1.5",
          "in",
          "(",
          "a/b",
          "0x1",
          "99999999999999999999",
          "_",
          "\\,",
          "1\t");

  private static final List<String> OPERATORS =
      List.of(
          "=", "==", "!=", ">", "<", " in ", " notin ", "===", "=!", "!", " ", ">=", " IN ", "~");

  private static final List<String> FIELDS =
      List.of(
          "metadata.name",
          "metadata.namespace",
          "spec.nodeName",
          "status.phase",
          "spec.color",
          "spec.unschedulable",
          "spec.host",
          "metadata.uid",
          "spec.replicas",
          "Metadata.Name",
          "metadata",
          ".",
          "",
          "é",
          "spec.restartPolicy",
          "status.podIP",
          "spec.schedulerName",
          "metadata.labels.n");

  private static final List<String> FIELD_VALUES =
      List.of(
          "c1",
          "p",
          "fuzz",
          "n1",
          "w",
          "red",
          "",
          "Pending",
          "a\\,b",
          "a\\=b",
          "a\\b",
          "a=b",
          "\\",
          "\"c1\"",
          "é",
          "false",
          "v".repeat(300),
          " c1");

  @Override
  public String name() {
    return "selectors";
  }

  @Override
  public int count() {
    return 500;
  }

  @Override
  public WireRequest next(Choice choice) {
    String path = choice.of(Fixtures.COLLECTIONS);
    var parameters = new ArrayList<String>();
    boolean labels = choice.percent(60);
    if (labels) {
      parameters.add("labelSelector=" + encoded(labels(choice)));
    }
    if (!labels || choice.percent(15)) {
      parameters.add("fieldSelector=" + encoded(fields(choice)));
    }
    boolean delete = choice.percent(10);
    if (delete) {
      parameters.add("dryRun=All");
    }
    return WireRequest.of(delete ? "DELETE" : "GET", path + "?" + String.join("&", parameters));
  }

  private static String encoded(String selector) {
    return URLEncoder.encode(selector, StandardCharsets.UTF_8);
  }

  private static String labels(Choice choice) {
    var terms = new ArrayList<String>();
    int count = 1 + choice.below(3);
    for (int i = 0; i < count; i++) {
      terms.add(label(choice));
    }
    return String.join(choice.percent(90) ? "," : choice.of(List.of(",,", " ", ", ", ";")), terms);
  }

  private static String label(Choice choice) {
    // Most keys are good, so that what follows them is read.
    String key = choice.percent(65) ? choice.of(KEYS.subList(0, 5)) : choice.of(KEYS);
    if (choice.percent(15)) {
      return choice.of(List.of("", "!", "! ", "!!", "(")) + key;
    }
    String operator = choice.of(OPERATORS);
    if (operator.strip().toLowerCase(java.util.Locale.ROOT).endsWith("in") && choice.percent(85)) {
      var values = new ArrayList<String>();
      int count = choice.below(4);
      for (int i = 0; i < count; i++) {
        values.add(choice.of(VALUES));
      }
      return key
          + operator
          + choice.of(List.of("(", "(", "(", " ( ", "", "(("))
          + String.join(choice.of(List.of(",", ",", ", ", ",,", " ")), values)
          + choice.of(List.of(")", ")", ")", " ) ", "", "))"));
    }
    return key + operator + choice.of(VALUES);
  }

  private static String fields(Choice choice) {
    var terms = new ArrayList<String>();
    int count = 1 + choice.below(3);
    for (int i = 0; i < count; i++) {
      String field = choice.percent(60) ? choice.of(FIELDS.subList(0, 6)) : choice.of(FIELDS);
      terms.add(
          field
              + choice.of(List.of("=", "==", "!=", "=", "!==", "", "~", " = ", ">"))
              + choice.of(FIELD_VALUES));
    }
    return String.join(choice.of(List.of(",", ",", ",", ",,", ", ", ";")), terms);
  }
}
