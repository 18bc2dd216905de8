package io.coxswain.apiserver.kinds.network;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.net.Cidr;
import io.coxswain.api.net.Ip;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.WriteContext;
import io.coxswain.env.Entropy;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The ranges for service addresses: those of the ready ServiceCIDRs. */
record ServiceRanges(List<Cidr> ranges) {
  static final String COLLECTION = "servicecidrs.networking.k8s.io";

  static ServiceRanges ready(WriteContext context) {
    var ranges = new ArrayList<Cidr>();
    for (var stored : context.snapshot().collection(COLLECTION).values()) {
      JsonNode object = stored.tree();
      if (!isReady(object) || Meta.deleting(object)) {
        continue;
      }
      for (JsonNode text : object.at("/spec/cidrs")) {
        Cidr cidr = Cidr.parse(text.asText());
        if (cidr != null && !cidr.address().v6()) {
          ranges.add(cidr);
        }
      }
    }
    return new ServiceRanges(ranges);
  }

  private static boolean isReady(JsonNode object) {
    for (JsonNode condition : object.at("/status/conditions")) {
      if (condition.path("type").asText().equals("Ready")) {
        return condition.path("status").asText().equals("True");
      }
    }
    return false;
  }

  boolean contains(Ip ip) {
    return ranges.stream()
        .anyMatch(
            range -> range.contains(ip) && !ip.equals(range.first()) && !ip.equals(range.last()));
  }

  /**
   * A random candidate address. The low addresses of a range are reserved for explicit requests as
   * long as others are free.
   */
  @Nullable Ip anyFree(Entropy entropy, Predicate<Ip> take) {
    for (Cidr range : ranges) {
      BigInteger size = range.last().value().subtract(range.first().value());
      int count = size.min(BigInteger.valueOf(Integer.MAX_VALUE)).intValue() - 1;
      if (count < 1) {
        continue;
      }
      int low = count <= 16 ? 0 : Math.clamp(count / 16, 16, 256);
      Ip found = anyFree(range, low, count - low, entropy, take);
      if (found == null && low > 0) {
        found = anyFree(range, 0, low, entropy, take);
      }
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private static @Nullable Ip anyFree(
      Cidr range, int from, int count, Entropy entropy, Predicate<Ip> take) {
    int start = entropy.nextInt(count);
    for (int i = 0; i < count; i++) {
      Ip ip = range.first().plus(1L + from + (start + i) % count);
      if (take.test(ip)) {
        return ip;
      }
    }
    return null;
  }
}
