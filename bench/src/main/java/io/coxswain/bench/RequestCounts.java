package io.coxswain.bench;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The requests that an API server has served, by verb and resource, from its metric {@code
 * apiserver_request_total}.
 */
final class RequestCounts {
  private static final String METRIC = "apiserver_request_total{";
  private static final Pattern LABEL = Pattern.compile("([a-z_]+)=\"([^\"]*)\"");

  /** The benchmark itself waits with these. */
  private static final String OWN = "LIST pods";

  private final Map<String, Double> counts = new TreeMap<>();

  private RequestCounts() {}

  /**
   * Reads the server's metrics.
   *
   * @param text in the Prometheus text format
   */
  static RequestCounts of(String text) {
    var found = new RequestCounts();
    text.lines().filter(line -> line.startsWith(METRIC)).forEach(found::add);
    found.counts.remove(OWN);
    return found;
  }

  private void add(String line) {
    int end = line.lastIndexOf('}');
    if (end < 0) {
      return;
    }
    var labels = new TreeMap<String, String>();
    Matcher label = LABEL.matcher(line.substring(0, end));
    while (label.find()) {
      labels.put(label.group(1), label.group(2));
    }
    String subresource = labels.getOrDefault("subresource", "");
    String what =
        labels.getOrDefault("verb", "")
            + " "
            + labels.getOrDefault("resource", "")
            + (subresource.isEmpty() ? "" : "/" + subresource);
    String[] value = line.substring(end + 1).strip().split(" ");
    counts.merge(what, Double.parseDouble(value[0]), Double::sum);
  }

  double get(String what) {
    return counts.getOrDefault(what, 0.0);
  }

  /** The verbs and resources that one of them has at least so often. */
  static Collection<String> frequent(double least, RequestCounts... all) {
    var frequent = new TreeSet<String>();
    for (RequestCounts one : all) {
      one.counts.forEach(
          (what, count) -> {
            if (count >= least) {
              frequent.add(what);
            }
          });
    }
    return frequent;
  }
}
