package io.coxswain.kube.resourcequota;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ResourceType;
import io.coxswain.api.quota.Amounts;
import io.coxswain.api.quota.QuotaUsage;
import io.coxswain.runtime.client.Reader;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import java.time.Instant;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;

/** Sums the usage of a quota's namespace for all resources that the quota limits. */
final class QuotaCount {
  private final Reader client;
  private final UsageTable table;
  private final Map<String, ResourceType> kinds;
  private final Instant now;

  QuotaCount(Reader client, UsageTable table, QuotableKinds kinds, Instant now) {
    this.client = client;
    this.table = table;
    this.kinds = kinds.byName();
    this.now = now;
  }

  /** Skips resources that cannot be counted. */
  Amounts of(ResourceQuota quota) throws ApiException {
    JsonNode tree = Json.tree(quota);
    var wanted = new TreeSet<>(Amounts.of(tree.at("/spec/hard")).byName().keySet());
    Amounts used = Amounts.none();
    for (CountedKind kind : CountedKind.values()) {
      NavigableSet<String> its = covered(kind.usage(), wanted);
      if (!its.isEmpty() && kinds.containsKey(kind.collection())) {
        its.forEach(name -> used.set(name, "0"));
        String namespace = quota.getMetadata().getNamespace();
        used.add(table.sum(kind, tree, namespace, client, now).only(its::contains));
      }
    }
    for (var kind : kinds.entrySet()) {
      if (CountedKind.of(kind.getKey()).isEmpty()) {
        QuotaUsage usage = QuotaUsage.of(kind.getKey());
        NavigableSet<String> its = covered(usage, wanted);
        if (!its.isEmpty()) {
          String number = Integer.toString(number(kind.getValue(), usage, tree));
          its.forEach(name -> used.set(name, number));
        }
      }
    }
    return used;
  }

  private static NavigableSet<String> covered(QuotaUsage usage, NavigableSet<String> wanted) {
    var covered = new TreeSet<>(wanted);
    covered.removeIf(name -> !usage.covers(name));
    return covered;
  }

  /** Object counts do not support scopes. */
  private int number(ResourceType type, QuotaUsage usage, JsonNode quota) throws ApiException {
    return usage.isInScope(quota, Json.MAPPER.createObjectNode())
        ? client.listMetadata(type).in(quota.at("/metadata/namespace").asText()).keys().size()
        : 0;
  }
}
