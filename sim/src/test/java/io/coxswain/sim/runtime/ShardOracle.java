package io.coxswain.sim.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.ApiRequest;
import io.coxswain.runtime.sharding.NamespaceShard;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Observes a world of replicas with shards from outside: from their requests, who holds which
 * lease; from their reconciles, who works on which key.
 */
final class ShardOracle {
  private static final Duration LEASE = Duration.ofSeconds(15);
  private static final Pattern LEASE_PATH =
      Pattern.compile("/leases/.*-shard-([0-9]+)-of-([0-9]+)$");
  private static final Pattern OBJECT =
      Pattern.compile("/api/v1/namespaces/([^/]+)/(?:secrets|configmaps).*");

  private final int count;

  /** The process whose death or suspension may leave a reconcile unfinished. */
  private final String struck;

  private final Supplier<Instant> clock;

  final List<String> violations = new ArrayList<>();
  private final TreeMap<Integer, String> holders = new TreeMap<>();
  private final TreeMap<Integer, Instant> renewed = new TreeMap<>();
  private final TreeMap<ObjectKey, String> running = new TreeMap<>();
  private final TreeMap<ObjectKey, Instant> attended = new TreeMap<>();
  private final TreeMap<ObjectKey, String> latest = new TreeMap<>();
  private final TreeMap<ObjectKey, Integer> switches = new TreeMap<>();
  private final TreeMap<ObjectKey, TreeSet<String>> replicas = new TreeMap<>();
  Duration longestGap = Duration.ZERO;

  ShardOracle(int count, String struck, Supplier<Instant> clock) {
    this.count = count;
    this.struck = struck;
    this.clock = clock;
  }

  // ---- leases and writes ----------------------------------------------------------------------

  void answered(String process, ApiRequest request, int status) {
    if (request.method().equals("GET") || status >= 300) {
      return;
    }
    JsonNode body = body(request);
    Matcher lease =
        LEASE_PATH.matcher(
            request.method().equals("POST")
                ? request.path() + "/" + body.at("/metadata/name").asText()
                : request.path());
    if (lease.find() && !request.method().equals("DELETE")) {
      heard(Integer.parseInt(lease.group(1)), process, body);
      return;
    }
    Matcher object = OBJECT.matcher(request.path());
    if (object.matches()) {
      String holder = holders.get(shard(object.group(1)));
      if (!process.equals(holder)) {
        violations.add(
            process + " wrote " + request.path() + ", but the shard belongs to " + holder);
      }
    }
  }

  private void heard(int shard, String process, JsonNode lease) {
    boolean released = lease.at("/spec/holderIdentity").asText().isEmpty();
    @Nullable String before = released ? holders.remove(shard) : holders.put(shard, process);
    @Nullable Instant last = renewed.put(shard, clock.get());
    if (before != null
        && last != null
        && !process.equals(before)
        && Duration.between(last, clock.get()).compareTo(LEASE) < 0) {
      violations.add(
          process + " took shard " + shard + " from " + before + " before its lease ended");
    }
    if (released && process.equals(before)) {
      running.forEach(
          (key, by) -> {
            if (shard(key.namespace()) == shard && by.equals(process)) {
              violations.add(process + " released the shard of " + key + " during its reconcile");
            }
          });
    }
  }

  private static JsonNode body(ApiRequest request) {
    try {
      return Json.MAPPER.readTree(request.body());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private int shard(String namespace) {
    return NamespaceShard.of(namespace, count);
  }

  /** How many shards each process holds. */
  List<Integer> shares() {
    var shares = new TreeMap<String, Integer>();
    holders.values().forEach(process -> shares.merge(process, 1, Integer::sum));
    return shares.values().stream().sorted().toList();
  }

  // ---- reconciles -----------------------------------------------------------------------------

  /** From now on, the key should be reconciled. */
  void expect(ObjectKey key) {
    attended.put(key, clock.get());
  }

  void began(String process, ObjectKey key, Instant now) {
    @Nullable String other = running.put(key, process);
    if (other != null && !other.equals(struck)) {
      violations.add(process + " and " + other + " reconcile " + key + " at once");
    }
    attend(key, now);
    @Nullable String last = latest.put(key, process);
    if (last != null && !last.equals(process)) {
      switches.merge(key, 1, Integer::sum);
    }
    replicas.computeIfAbsent(key, k -> new TreeSet<>()).add(process);
  }

  void ended(String process, ObjectKey key) {
    running.remove(key, process);
  }

  /** Notes how long the key has been unattended. */
  private void attend(ObjectKey key, Instant now) {
    @Nullable Instant last = attended.put(key, now);
    if (last != null && Duration.between(last, now).compareTo(longestGap) > 0) {
      longestGap = Duration.between(last, now);
    }
  }

  /** Ends the observation: a key that nobody reconciles any more counts, too. */
  void end(Instant now) {
    List.copyOf(attended.keySet()).forEach(key -> attend(key, now));
  }

  /** How often the most restless key has been taken over. */
  int takeovers() {
    return switches.values().stream().mapToInt(Integer::intValue).max().orElse(0);
  }

  /** The keys that more than one replica has reconciled. */
  long moved() {
    return replicas.values().stream().filter(processes -> processes.size() > 1).count();
  }

  /** The replicas that have reconciled keys. */
  Set<String> replicas() {
    return replicas.values().stream().flatMap(Set::stream).collect(Collectors.toSet());
  }

  int keys() {
    return attended.size();
  }
}
