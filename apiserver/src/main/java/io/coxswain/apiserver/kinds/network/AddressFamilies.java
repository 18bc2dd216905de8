package io.coxswain.apiserver.kinds.network;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.api.net.Ip;
import io.coxswain.apiserver.kinds.InvalidException;
import io.coxswain.apiserver.rules.Field;
import java.util.ArrayList;
import java.util.List;

/** Sets the address families of a service, in an IPv4-only cluster. */
final class AddressFamilies {
  private static final String CONFIGURED = "IPv4";
  private static final String SINGLE = "SingleStack";
  private static final String PREFER = "PreferDualStack";
  private static final String REQUIRE = "RequireDualStack";

  private AddressFamilies() {}

  static void init(ObjectNode spec, ServiceSpec old) {
    var now = new ServiceSpec(spec);
    if (now.isExternalName() || stillPrefersTwo(now, old)) {
      return;
    }
    if (now.policy().isEmpty()) {
      boolean bare = now.isBareHeadless();
      spec.put("ipFamilyPolicy", !old.policy().isEmpty() ? old.policy() : bare ? REQUIRE : SINGLE);
    }
    var errors = new ArrayList<FieldError>();
    Field field = Field.of(spec, "spec", errors);
    ClusterIpRules.validate(field, old);
    refuse(errors);
    reduce(spec, old, field);
    checkPolicy(now, field);
    inferFromAddresses(spec, now, field);
    refuse(errors);
    if (now.isBareHeadless()) {
      bareHeadless(spec, now);
      return;
    }
    if (now.policy().equals(REQUIRE)) {
      field.get("ipFamilyPolicy").invalid("this cluster is not configured for dual-stack services");
    }
    for (Field family : field.get("ipFamilies").items()) {
      if (!family.is(CONFIGURED)) {
        family.invalid("not configured on this cluster");
      }
    }
    refuse(errors);
    if (now.families().isEmpty()) {
      spec.putArray("ipFamilies").add(CONFIGURED);
    }
  }

  private static void refuse(List<FieldError> errors) {
    if (!errors.isEmpty()) {
      throw new InvalidException(errors);
    }
  }

  /** A service that prefers dual-stack stays unchanged until its request changes. */
  private static boolean stillPrefersTwo(ServiceSpec now, ServiceSpec old) {
    return old.isThere()
        && now.policy().equals(PREFER)
        && old.policy().equals(PREFER)
        && now.type().equals(old.type())
        && now.clusterIps().equals(old.clusterIps())
        && now.families().equals(old.families());
  }

  private static void reduce(ObjectNode spec, ServiceSpec old, Field field) {
    if (!old.isThere()) {
      return;
    }
    var now = new ServiceSpec(spec);
    if (now.policy().equals(SINGLE)) {
      if (now.clusterIps().equals(old.clusterIps())) {
        keepFirst(spec, "clusterIPs");
      }
      if (now.families().equals(old.families())) {
        keepFirst(spec, "ipFamilies");
      }
      return;
    }
    Field policy = field.get("ipFamilyPolicy");
    if (!now.clusterIps().isEmpty() && now.clusterIps().size() < old.clusterIps().size()) {
      policy.invalid("must be 'SingleStack' to release the secondary cluster IP");
    }
    if (!now.families().isEmpty() && now.families().size() < old.families().size()) {
      policy.invalid("must be 'SingleStack' to release the secondary IP family");
    }
  }

  private static void keepFirst(ObjectNode spec, String list) {
    if (spec.path(list) instanceof ArrayNode items) {
      while (items.size() > 1) {
        items.remove(items.size() - 1);
      }
    }
  }

  private static void checkPolicy(ServiceSpec now, Field field) {
    if (!now.policy().equals(SINGLE)) {
      return;
    }
    Field policy = field.get("ipFamilyPolicy");
    if (now.clusterIps().size() == 2) {
      policy.invalid(
          "must be 'RequireDualStack' or 'PreferDualStack' when multiple cluster IPs are"
              + " specified");
    }
    if (now.families().size() == 2) {
      policy.invalid(
          "must be 'RequireDualStack' or 'PreferDualStack' when multiple IP families are"
              + " specified");
    }
  }

  private static void inferFromAddresses(ObjectNode spec, ServiceSpec now, Field field) {
    List<String> addresses = now.clusterIps();
    for (int i = 0; i < addresses.size() && !addresses.get(i).equals(ServiceSpec.NONE); i++) {
      Ip ip = Ip.parse(addresses.get(i));
      if (ip == null || i < now.families().size()) {
        continue;
      }
      if (!ip.family().equals(CONFIGURED)) {
        field
            .get("clusterIPs")
            .at("spec.clusterIPs[" + i + "]")
            .invalid(ip.family() + " is not configured on this cluster");
      } else {
        spec.withArray("/ipFamilies").add(ip.family());
      }
    }
  }

  /** The families of its endpoints are unknown, so it may have both. */
  private static void bareHeadless(ObjectNode spec, ServiceSpec now) {
    if (now.families().isEmpty()) {
      spec.putArray("ipFamilies").add(CONFIGURED);
    }
    if (now.families().size() < 2 && !now.policy().equals(SINGLE)) {
      boolean first = now.families().getFirst().equals(CONFIGURED);
      spec.withArray("/ipFamilies").add(first ? "IPv6" : CONFIGURED);
    }
  }
}
