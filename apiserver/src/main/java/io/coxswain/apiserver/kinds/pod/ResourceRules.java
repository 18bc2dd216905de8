package io.coxswain.apiserver.kinds.pod;

import io.coxswain.api.Quantities;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.Formats;
import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The rules for requests and limits of a container or a whole pod. */
public final class ResourceRules {
  private static final String HUGE = "hugepages-";
  private static final List<String> OF_CONTAINERS = List.of("cpu", "memory", "ephemeral-storage");
  private static final Set<String> STANDARD =
      new TreeSet<>(
          List.of(
              "cpu",
              "memory",
              "ephemeral-storage",
              "requests.cpu",
              "requests.memory",
              "requests.ephemeral-storage",
              "limits.cpu",
              "limits.memory",
              "limits.ephemeral-storage",
              "pods",
              "resourcequotas",
              "services",
              "replicationcontrollers",
              "secrets",
              "configmaps",
              "persistentvolumeclaims",
              "storage",
              "requests.storage",
              "services.nodeports",
              "services.loadbalancers"));

  private final boolean ofPod;

  private ResourceRules(boolean ofPod) {
    this.ofPod = ofPod;
  }

  /**
   * @param claims the names of the pod's resource claims
   */
  static void ofContainer(Field resources, Set<String> claims) {
    new ResourceRules(false).check(resources, claims);
  }

  static void ofPod(Field resources, Set<String> claims) {
    new ResourceRules(true).check(resources, claims);
  }

  /** The name of a resource of a container. */
  public static void containerName(Field name) {
    new ResourceRules(false).name(name, name.text());
  }

  private void check(Field resources, Set<String> claims) {
    Field limits = resources.get("limits");
    Field requests = resources.get("requests");
    boolean huge = false;
    boolean computing = false;
    for (Field limit : limits.entries()) {
      amount(limit);
      huge |= limit.key().startsWith(HUGE);
      computing |= isComputing(limit.key());
    }
    for (Field request : requests.entries()) {
      name(request);
      quantity(request);
      withinLimit(request, requests, limits);
      hugePages(request);
      huge |= request.key().startsWith(HUGE);
      computing |= isComputing(request.key());
    }
    if (huge && !computing) {
      resources.forbidden("HugePages require cpu or memory");
    }
    claims(resources.get("claims"), claims);
  }

  private void amount(Field entry) {
    name(entry);
    quantity(entry);
    hugePages(entry);
  }

  private static boolean isComputing(String name) {
    return name.equals("cpu") || name.equals("memory");
  }

  private static void withinLimit(Field request, Field requests, Field limits) {
    Field limit = limits.entry(request.key());
    boolean mayExceed = isNative(request.key()) && !request.key().startsWith(HUGE);
    if (!limit.isSet()) {
      if (!mayExceed) {
        limits.required("Limit must be set for non overcommitable resources");
      }
      return;
    }
    int order = Quantities.value(request.text()).compareTo(Quantities.value(limit.text()));
    if (order != 0 && !mayExceed) {
      requests.invalid(
          request.text(), "must be equal to " + request.key() + " limit of " + limit.text());
    } else if (order > 0) {
      requests.invalid(
          request.text(),
          "must be less than or equal to " + request.key() + " limit of " + limit.text());
    }
  }

  private void name(Field entry) {
    name(entry, entry.key());
  }

  private void name(Field entry, String name) {
    Field named = entry.with(name);
    List<String> problems = Formats.qualifiedName(name);
    named.matches(Formats::qualifiedName);
    boolean plain = !name.contains("/");
    boolean standard = !plain || STANDARD.contains(name) || isQuotaHuge(name);
    if (problems.isEmpty() && !standard) {
      named.invalid("must be a standard resource type or fully qualified");
    }
    if (ofPod) {
      if (problems.isEmpty() && standard && !isComputing(name) && !name.startsWith(HUGE)) {
        named.unsupported("cpu", "hugepages-", "memory");
      }
      return;
    }
    if (plain) {
      if (!OF_CONTAINERS.contains(name) && !name.startsWith(HUGE)) {
        named.invalid("must be a standard resource for containers");
      }
    } else if (!isNative(name) && !isExtended(name)) {
      named.invalid("doesn't follow extended resource name standard");
    }
  }

  private static boolean isQuotaHuge(String name) {
    return name.startsWith(HUGE) || name.startsWith("requests." + HUGE);
  }

  /** Whether the resource is in the domain of Kubernetes itself. */
  public static boolean isNative(String name) {
    return !name.contains("/") || name.contains("kubernetes.io/");
  }

  /** Whether it is an extended resource. */
  public static boolean isExtended(String name) {
    return !isNative(name)
        && !name.startsWith("requests.")
        && Formats.qualifiedName("requests." + name).isEmpty();
  }

  private static void quantity(Field entry) {
    BigDecimal value = Quantities.value(entry.text());
    if (value.signum() < 0) {
      entry.invalid("must be greater than or equal to 0");
    }
    if (isExtended(entry.key()) && !Quantities.isInteger(value)) {
      entry.invalid("must be an integer");
    }
  }

  private static void hugePages(Field entry) {
    if (!entry.key().startsWith(HUGE)) {
      return;
    }
    BigDecimal page = Quantities.value(entry.key().substring(HUGE.length()));
    BigDecimal value = Quantities.value(entry.text());
    boolean whole = page.signum() > 0 && value.signum() >= 0 && value.remainder(page).signum() == 0;
    if (!whole) {
      entry.invalid(entry.text() + " is not positive integer multiple of " + entry.key());
    }
  }

  private static void claims(Field claims, Set<String> known) {
    var seen = new TreeSet<String>();
    for (Field claim : claims.items()) {
      String name = claim.text("name");
      if (name.isEmpty()) {
        claim.required();
        continue;
      }
      if (seen.contains(name)) {
        claim.with(name).duplicate();
      } else {
        request(claim, name, seen);
      }
      if (!known.contains(name)) {
        claim
            .with(name)
            .notFound(
                "must be one of the names in pod.spec.resourceClaims"
                    + (known.isEmpty() ? " which is empty" : ": " + String.join(", ", known)));
      }
    }
  }

  private static void request(Field claim, String name, Set<String> seen) {
    String request = claim.text("request");
    String key = request.isEmpty() ? name : name + "/" + request;
    claim.get("request").matchesIfGiven(Formats::dnsLabel);
    if (seen.contains(key)) {
      claim.with(key).duplicate();
    } else if (request.isEmpty()) {
      seen.stream()
          .filter(other -> other.startsWith(name + "/"))
          .forEach(other -> claim.with(name).duplicate());
    }
    seen.add(key);
  }
}
