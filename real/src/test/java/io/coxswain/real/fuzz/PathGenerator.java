package io.coxswain.real.fuzz;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Varies the path: segments, slashes, case, escapes, groups, versions, subresources. */
final class PathGenerator implements RequestGenerator {
  private static final List<String> KNOWN =
      Stream.of(
              Fixtures.COLLECTIONS,
              Fixtures.OBJECTS,
              Fixtures.SUBRESOURCES,
              Fixtures.OTHERS,
              Fixtures.PLAIN)
          .flatMap(List::stream)
          .toList();

  private static final List<String> SEGMENTS =
      List.of(
          "bogus",
          "v1",
          "v9",
          "v1beta1",
          "apps",
          "pods",
          "configmaps",
          "nodes",
          "namespaces",
          "status",
          "scale",
          "watch",
          "proxy",
          "fuzz",
          "c1",
          ".",
          "..",
          "%2e%2e",
          "a%2Fb",
          "a%20b",
          "%C3%A9",
          "%00",
          "%ff",
          "*",
          "~",
          ":",
          "x;y=1",
          "a+b",
          "a,b",
          "a@b",
          "configmaps.v1",
          "ConfigMap",
          "api",
          "apis",
          "bogus.example.com",
          "-",
          "_");

  @Override
  public String name() {
    return "paths";
  }

  @Override
  public int count() {
    return 600;
  }

  @Override
  public WireRequest next(Choice choice) {
    String path = choice.of(KNOWN);
    int changes = 1 + choice.below(2);
    for (int i = 0; i < changes; i++) {
      path = change(path, choice);
    }
    return WireRequest.get(path.contains("watch") ? path + "?timeoutSeconds=1" : path);
  }

  private static String change(String path, Choice choice) {
    List<String> parts = new ArrayList<>(Arrays.asList(path.substring(1).split("/", -1)));
    int at = choice.below(parts.size());
    switch (choice.below(12)) {
      case 0 -> parts.add("");
      case 1 -> parts.add(at, "");
      case 2 -> parts.set(at, parts.get(at).toUpperCase(Locale.ROOT));
      case 3 -> parts.set(at, escape(parts.get(at)));
      case 4, 5 -> parts.set(at, choice.of(SEGMENTS));
      case 6 -> parts.add(at, choice.of(SEGMENTS));
      case 7 -> parts.add(choice.of(SEGMENTS));
      case 8 -> parts.remove(at);
      case 9 -> parts.add(at, parts.get(at));
      case 10 -> {
        int version = path.startsWith("/apis/") ? 3 : 2;
        parts.add(Math.min(version, parts.size()), "watch");
      }
      default -> {
        int other = choice.below(parts.size());
        String moved = parts.get(at);
        parts.set(at, parts.get(other));
        parts.set(other, moved);
      }
    }
    return "/" + String.join("/", parts);
  }

  /** The first character as an escape that stands for the same. */
  private static String escape(String segment) {
    return segment.isEmpty() || segment.charAt(0) > 0x7e
        ? "%2F"
        : String.format("%%%02x%s", (int) segment.charAt(0), segment.substring(1));
  }
}
