package io.coxswain.apiserver.kinds.network;

import io.coxswain.api.net.Addresses;
import io.coxswain.api.net.Ip;
import io.coxswain.apiserver.rules.Field;
import java.util.ArrayList;
import java.util.List;

/** The rules for the addresses of a service and their families. */
final class ClusterIpRules {
  private static final List<String> FAMILIES = List.of("IPv4", "IPv6");
  private static final List<String> POLICIES =
      List.of("PreferDualStack", "RequireDualStack", "SingleStack");

  private ClusterIpRules() {}

  static void validate(Field spec, ServiceSpec old) {
    var its = new ServiceSpec(spec.node());
    if (its.isExternalName()) {
      return;
    }
    Field addresses = spec.get("clusterIPs");
    List<String> all = its.clusterIps();
    if (its.clusterIp().isEmpty()) {
      if (!all.isEmpty()) {
        addresses.invalid("must be empty when `clusterIP` is not specified");
      }
    } else if (all.isEmpty()) {
      addresses.required();
    } else if (!all.getFirst().equals(its.clusterIp())) {
      addresses.invalid("first value must match `clusterIP`");
    }
    var seen = new ArrayList<String>();
    for (Field family : spec.get("ipFamilies").items()) {
      family.oneOf(FAMILIES).notAmong(seen);
    }
    spec.get("ipFamilyPolicy").oneOfIfSet(POLICIES);
    if (areWellFormed(addresses, all, old.clusterIps())) {
      matchFamilies(addresses, its);
    }
  }

  private static boolean areWellFormed(Field addresses, List<String> all, List<String> known) {
    int before = addresses.errors().size();
    for (Field address : addresses.items()) {
      boolean first = address.path().endsWith("[0]");
      if (first && address.is(ServiceSpec.NONE)) {
        if (all.size() > 1) {
          addresses.invalid("'None' must be the first and only value");
        }
      } else if (!known.contains(address.text())) {
        address.matches(Addresses::ip);
      }
    }
    boolean well = addresses.errors().size() == before;
    if (all.size() > 2) {
      addresses.invalid("may only hold up to 2 values");
    }
    return well;
  }

  private static void matchFamilies(Field addresses, ServiceSpec its) {
    List<String> all = its.clusterIps();
    if (all.size() > 1 && families(all).stream().distinct().count() < 2) {
      addresses.invalid("may specify no more than one IP for each IP family");
    }
    if (its.isHeadless()) {
      return;
    }
    List<String> families = its.families();
    int i = 0;
    for (Field address : addresses.items()) {
      if (i == families.size()) {
        return;
      }
      Ip ip = Ip.parse(address.text());
      if (ip != null
          && !ip.family().equals(families.get(i))
          && FAMILIES.contains(families.get(i))) {
        address.invalid(
            "expected an " + families.get(i) + " value as indicated by `ipFamilies[" + i + "]`");
      }
      i++;
    }
  }

  private static List<String> families(List<String> addresses) {
    var families = new ArrayList<String>();
    for (String address : addresses) {
      Ip ip = Ip.parse(address);
      families.add(ip == null ? "" : ip.family());
    }
    return families;
  }
}
