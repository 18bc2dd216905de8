package io.coxswain.node.process;

import java.util.Collections;
import java.util.SortedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Services of the cluster that are servers of this host. Queried whenever a container is started,
 * because a server may choose its port.
 */
@FunctionalInterface
public interface Reachable {
  Reachable NOTHING = Collections::emptySortedMap;

  /** Where each is: {@code status.system.svc:10443} to {@code 127.0.0.1:40123}. */
  SortedMap<String, String> places();

  /** Writes the places where the text has the names. */
  default String replace(String text) {
    String replaced = text;
    for (var place : places().entrySet()) {
      replaced =
          Pattern.compile(
                  "(?<![A-Za-z0-9._-])" + Pattern.quote(place.getKey()) + "(?![A-Za-z0-9._-])")
              .matcher(replaced)
              .replaceAll(Matcher.quoteReplacement(place.getValue()));
    }
    return replaced;
  }
}
