package io.coxswain.apiserver.rules;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The line-by-line difference of two values, as upstream's messages print it. Matches are found
 * like in Python's difflib, whose choices among equal lines are visible in the result: the longest
 * common run, then recursively to the left and to the right of it.
 */
public final class UnifiedDiff {
  private static final int CONTEXT = 3;

  /** From this length on, frequent lines are ignored. */
  private static final int LONG = 200;

  private final List<String> a;
  private final List<String> b;
  private final Map<String, List<Integer>> placesInB = new HashMap<>();

  private UnifiedDiff(List<String> a, List<String> b) {
    this.a = a;
    this.b = b;
    for (int j = 0; j < b.size(); j++) {
      placesInB.computeIfAbsent(b.get(j), line -> new ArrayList<>()).add(j);
    }
    if (b.size() >= LONG) {
      int often = b.size() / 100 + 1;
      placesInB.values().removeIf(places -> places.size() > often);
    }
  }

  /** The hunks, each line terminated; empty if the values print alike. */
  public static String of(JsonNode before, JsonNode after) {
    return new UnifiedDiff(lines(before), lines(after)).print();
  }

  private static List<String> lines(JsonNode value) {
    var indenter = new DefaultIndenter(" ", "\n");
    var printer =
        new DefaultPrettyPrinter(
            Separators.createDefaultInstance()
                .withObjectFieldValueSpacing(Separators.Spacing.AFTER)
                .withArrayEmptySeparator("")
                .withObjectEmptySeparator(""));
    printer.indentObjectsWith(indenter);
    printer.indentArraysWith(indenter);
    try {
      return Json.MAPPER.writer(printer).writeValueAsString(value).lines().toList();
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** A common run of lines, starting at a and b. */
  private record Match(int a, int b, int size) {}

  /** Lines [a1, a2) become [b1, b2); equal or not. */
  private record Step(boolean equal, int a1, int a2, int b1, int b2) {}

  private Match longest(int aLow, int aHigh, int bLow, int bHigh) {
    int bestA = aLow;
    int bestB = bLow;
    int best = 0;
    Map<Integer, Integer> lengths = new HashMap<>();
    for (int i = aLow; i < aHigh; i++) {
      var next = new HashMap<Integer, Integer>();
      for (int j : placesInB.getOrDefault(a.get(i), List.of())) {
        if (j < bLow) {
          continue;
        }
        if (j >= bHigh) {
          break;
        }
        int length = lengths.getOrDefault(j - 1, 0) + 1;
        next.put(j, length);
        if (length > best) {
          bestA = i - length + 1;
          bestB = j - length + 1;
          best = length;
        }
      }
      lengths = next;
    }
    while (bestA > aLow && bestB > bLow && a.get(bestA - 1).equals(b.get(bestB - 1))) {
      bestA--;
      bestB--;
      best++;
    }
    while (bestA + best < aHigh
        && bestB + best < bHigh
        && a.get(bestA + best).equals(b.get(bestB + best))) {
      best++;
    }
    return new Match(bestA, bestB, best);
  }

  private void matches(int aLow, int aHigh, int bLow, int bHigh, List<Match> found) {
    Match match = longest(aLow, aHigh, bLow, bHigh);
    if (match.size == 0) {
      return;
    }
    if (aLow < match.a && bLow < match.b) {
      matches(aLow, match.a, bLow, match.b, found);
    }
    found.add(match);
    if (match.a + match.size < aHigh && match.b + match.size < bHigh) {
      matches(match.a + match.size, aHigh, match.b + match.size, bHigh, found);
    }
  }

  private List<Step> steps() {
    var found = new ArrayList<Match>();
    matches(0, a.size(), 0, b.size(), found);
    found.add(new Match(a.size(), b.size(), 0));
    var steps = new ArrayList<Step>();
    int i = 0;
    int j = 0;
    int equalFromA = 0;
    int equalFromB = 0;
    for (Match match : found) {
      if (i < match.a || j < match.b) {
        if (i > equalFromA) {
          steps.add(new Step(true, equalFromA, i, equalFromB, j));
        }
        steps.add(new Step(false, i, match.a, j, match.b));
        equalFromA = match.a;
        equalFromB = match.b;
      }
      i = match.a + match.size;
      j = match.b + match.size;
    }
    if (i > equalFromA) {
      steps.add(new Step(true, equalFromA, i, equalFromB, j));
    }
    return steps;
  }

  private String print() {
    var out = new StringBuilder();
    var hunk = new ArrayList<Step>();
    List<Step> steps = steps();
    for (int at = 0; at < steps.size(); at++) {
      Step step = steps.get(at);
      if (!step.equal) {
        hunk.add(step);
        continue;
      }
      int length = step.a2 - step.a1;
      boolean first = at == 0;
      boolean last = at == steps.size() - 1;
      int head = first ? 0 : Math.min(CONTEXT, length);
      int tail = last ? 0 : Math.min(CONTEXT, length);
      if (!first && !last && length <= 2 * CONTEXT) {
        hunk.add(step);
        continue;
      }
      if (!first) {
        hunk.add(new Step(true, step.a1, step.a1 + head, step.b1, step.b1 + head));
        print(hunk, out);
        hunk.clear();
      }
      if (!last) {
        hunk.add(new Step(true, step.a2 - tail, step.a2, step.b2 - tail, step.b2));
      }
    }
    print(hunk, out);
    return out.toString();
  }

  private void print(List<Step> hunk, StringBuilder out) {
    if (hunk.stream().allMatch(Step::equal)) {
      return;
    }
    Step first = hunk.getFirst();
    Step last = hunk.getLast();
    out.append("@@ -").append(range(first.a1, last.a2)).append(" +");
    out.append(range(first.b1, last.b2)).append(" @@\n");
    for (Step step : hunk) {
      if (step.equal) {
        a.subList(step.a1, step.a2).forEach(line -> line(out, ' ', line));
      } else {
        a.subList(step.a1, step.a2).forEach(line -> line(out, '-', line));
        b.subList(step.b1, step.b2).forEach(line -> line(out, '+', line));
      }
    }
  }

  private static void line(StringBuilder out, char mark, String line) {
    out.append(mark).append(line).append('\n');
  }

  private static String range(int from, int to) {
    int length = to - from;
    if (length == 1) {
      return Integer.toString(from + 1);
    }
    return (length == 0 ? from : from + 1) + "," + length;
  }
}
