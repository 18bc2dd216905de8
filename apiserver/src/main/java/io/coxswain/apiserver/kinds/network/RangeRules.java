package io.coxswain.apiserver.kinds.network;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.net.Cidr;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.Formats;
import java.util.List;

/** The rules of IPAddresses and ServiceCIDRs. */
final class RangeRules {
  private RangeRules() {}

  static void address(Field address) {
    Field parent = address.get("spec.parentRef");
    if (!parent.isSet()) {
      parent.required();
      return;
    }
    if (!parent.get("group").isEmpty()) {
      parent.get("group").matches(Formats::dnsSubdomain);
    }
    for (String part : List.of("resource", "name")) {
      if (parent.get(part).isGiven()) {
        parent.get(part).matches(Formats::pathSegment);
      }
    }
    if (!parent.get("namespace").isEmpty()) {
      parent.get("namespace").matches(Formats::pathSegment);
    }
  }

  static void addressStep(Field address, ObjectNode before) {
    address.get("spec.parentRef").unchangedFrom(before.at("/spec/parentRef"));
  }

  static void range(Field object) {
    Field ranges = object.get("spec.cidrs");
    if (!ranges.isGiven("at least one CIDR required")) {
      return;
    }
    if (ranges.size() > 2) {
      ranges.invalid(object.get("spec").node(), "may only hold up to 2 values");
      return;
    }
    ranges.items().forEach(range -> range.matches(Cidr::strict));
    if (ranges.size() == 2) {
      Cidr first = Cidr.parse(ranges.items().getFirst().text());
      Cidr second = Cidr.parse(ranges.items().getLast().text());
      if (first != null && second != null && first.address().v6() == second.address().v6()) {
        ranges.invalid(
            "may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and"
                + " 2001:db8::/64");
      }
    }
  }

  static void rangeStep(Field object, ObjectNode before) {
    Field ranges = object.get("spec.cidrs");
    List<String> now = Meta.strings(ranges.node());
    List<String> old = Meta.strings(before.at("/spec/cidrs"));
    if (now.size() == old.size()) {
      for (int i = 0; i < now.size(); i++) {
        if (!now.get(i).equals(old.get(i))) {
          ranges.items().get(i).invalid("field is immutable");
        }
      }
    } else if (old.size() == 1 && now.size() == 2) {
      ranges.items().getFirst().unchangedFrom(before.at("/spec/cidrs/0"));
      range(object);
    } else {
      ranges.invalid("field is immutable");
    }
  }
}
