package io.coxswain.apiserver.admission.plugins;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.quota.Amounts;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;

/** The limits of one item of a LimitRange. */
record Bounds(String type, Amounts min, Amounts max, Amounts ratio, List<String> problems) {

  Bounds(JsonNode limit, List<String> problems) {
    this(
        limit.path("type").asText(),
        Amounts.of(limit.path("min")),
        Amounts.of(limit.path("max")),
        Amounts.of(limit.path("maxLimitRequestRatio")),
        problems);
  }

  void of(Amounts requests, Amounts limits) {
    min.byName().keySet().forEach(name -> least(name, requests, limits));
    max.byName().keySet().forEach(name -> most(name, requests, limits));
    ratio.byName().keySet().forEach(name -> ratio(name, requests, limits));
  }

  /** Checks objects that have only requests. */
  void ofRequests(Amounts requests) {
    min.byName().keySet().forEach(name -> least(name, requests, Amounts.none()));
    for (String name : max.byName().keySet()) {
      if (!requests.has(name)) {
        missing("maximum", name, max, "request");
      } else if (more(requests, max, name)) {
        outside("maximum", name, max, "request", requests);
      }
    }
  }

  private void least(String name, Amounts requests, Amounts limits) {
    if (!requests.has(name)) {
      missing("minimum", name, min, "request");
    } else if (more(min, requests, name)) {
      outside("minimum", name, min, "request", requests);
    } else if (limits.has(name) && more(min, limits, name)) {
      outside("minimum", name, min, "limit", limits);
    }
  }

  private void most(String name, Amounts requests, Amounts limits) {
    if (!limits.has(name)) {
      missing("maximum", name, max, "limit");
    } else if (more(limits, max, name)) {
      outside("maximum", name, max, "limit", limits);
    } else if (requests.has(name) && more(requests, max, name)) {
      outside("maximum", name, max, "request", requests);
    }
  }

  private static boolean more(Amounts a, Amounts b, String name) {
    return a.value(name).compareTo(b.value(name)) > 0;
  }

  private void missing(String bound, String name, Amounts enforced, String part) {
    problems.add(head(bound, name, enforced) + ".  No " + part + " is specified");
  }

  private void outside(String bound, String name, Amounts enforced, String part, Amounts found) {
    problems.add(head(bound, name, enforced) + ", but " + part + " is " + found.text(name));
  }

  private String head(String bound, String name, Amounts enforced) {
    return bound + " " + name + " usage per " + type + " is " + enforced.text(name);
  }

  private void ratio(String name, Amounts requests, Amounts limits) {
    String head = name + " max limit to request ratio per " + type + " is " + ratio.text(name);
    if (requests.value(name).signum() == 0) {
      problems.add(head + ", but no request is specified or request is 0");
    } else if (limits.value(name).signum() == 0) {
      problems.add(head + ", but no limit is specified or limit is 0");
    } else {
      BigDecimal found = limits.value(name).divide(requests.value(name), MathContext.DECIMAL64);
      if (found.compareTo(ratio.value(name)) > 0) {
        problems.add(
            head
                + ", but provided ratio is "
                + String.format(Locale.ROOT, "%f", found.doubleValue()));
      }
    }
  }
}
