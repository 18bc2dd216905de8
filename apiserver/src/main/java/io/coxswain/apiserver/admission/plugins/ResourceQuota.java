package io.coxswain.apiserver.admission.plugins;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.quota.Amounts;
import io.coxswain.api.quota.QuotaUsage;
import io.coxswain.apiserver.admission.Attributes;
import io.coxswain.apiserver.admission.Plugin;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.AdmissionException;
import io.coxswain.apiserver.store.Stored;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Charges the quotas of a namespace before a write. A charge is a commit that fails if the quota
 * was charged concurrently and is then computed again, so two requests never spend the same
 * remainder. If the write itself fails afterwards, the quota controller corrects the charge, as
 * upstream.
 */
final class ResourceQuota implements Plugin {
  static final String QUOTAS = "resourcequotas";

  @Override
  public List<String> resources() {
    return List.of(ANY);
  }

  @Override
  public void validate(Attributes attributes) {
    if (attributes.namespace().isEmpty() || !hasQuota(attributes)) {
      return;
    }
    if (!ChargedWrites.includes(attributes)) {
      return;
    }
    QuotaUsage usage = QuotaUsage.of(attributes.kind().collection());
    List<Charge> charges = charges(attributes, usage, List.of());
    while (!charges.isEmpty() && !attributes.dryRun()) {
      var raced = new ArrayList<String>();
      for (Charge charge : charges) {
        if (!attributes.context().ledger().replaceStatus(QUOTAS, charge.seen, charge.quota)) {
          raced.add(charge.seen.key().name());
        }
      }
      charges = raced.isEmpty() ? List.of() : charges(attributes, usage, raced);
    }
  }

  private static boolean hasQuota(Attributes attributes) {
    var first =
        attributes
            .context()
            .snapshot()
            .collection(QUOTAS)
            .valuesFrom(ObjectKey.of(attributes.namespace(), ""))
            .iterator();
    return first.hasNext() && first.next().key().namespace().equals(attributes.namespace());
  }

  /** A quota as read, and as it will be written. */
  private record Charge(Stored seen, ObjectNode quota) {}

  /**
   * @param only the names of the quotas to consider; all if empty
   */
  private static List<Charge> charges(Attributes attributes, QuotaUsage usage, List<String> only) {
    var charges = new ArrayList<Charge>();
    for (Stored stored : attributes.context().ledger().all(QUOTAS)) {
      if (!stored.key().namespace().equals(attributes.namespace())
          || !(only.isEmpty() || only.contains(stored.key().name()))) {
        continue;
      }
      ObjectNode quota = stored.tree();
      if (charge(quota, attributes, usage)) {
        charges.add(new Charge(stored, quota));
      }
    }
    return charges;
  }

  /** Adds the usage to the quota; returns whether that changes it. */
  private static boolean charge(ObjectNode quota, Attributes attributes, QuotaUsage usage) {
    Amounts hard = Amounts.of(quota.at("/status/hard"));
    Amounts used = Amounts.of(quota.at("/status/used"));
    var restricted = new TreeSet<>(hard.only(usage::covers).byName().keySet());
    if (restricted.isEmpty() || !usage.isInScope(quota, attributes.object())) {
      return false;
    }
    String name = Meta.name(quota);
    String missing = usage.missing(attributes.object(), restricted);
    if (!missing.isEmpty()) {
      throw new AdmissionException("failed quota: " + name + ": " + missing);
    }
    if (!restricted.stream().allMatch(used::has)) {
      throw new AdmissionException(
          "status unknown for quota: " + name + ", resources: " + String.join(",", restricted));
    }
    JsonNode old = attributes.old();
    Instant now = attributes.context().now();
    Amounts wanted = usage.of(attributes.object(), now);
    Amounts change =
        old.isObject() && usage.isInScope(quota, old) ? wanted.beyond(usage.of(old, now)) : wanted;
    Amounts requested = change.only(n -> hard.has(n) && change.value(n).signum() != 0);
    if (requested.isEmpty()) {
      return false;
    }
    Amounts total = used.copy();
    total.add(requested);
    var exceeded = new TreeSet<String>();
    for (String each : requested.byName().keySet()) {
      if (total.value(each).compareTo(hard.value(each)) > 0) {
        exceeded.add(each);
      }
    }
    if (!exceeded.isEmpty() && !attributes.subresource().equals("status")) {
      throw new AdmissionException(
          "exceeded quota: "
              + name
              + ", requested: "
              + requested.only(exceeded::contains)
              + ", used: "
              + used.only(exceeded::contains)
              + ", limited: "
              + hard.only(exceeded::contains));
    }
    Meta.child(quota, "status").set("used", total.json());
    return true;
  }
}
