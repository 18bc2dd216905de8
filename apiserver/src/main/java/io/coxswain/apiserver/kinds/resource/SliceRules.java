package io.coxswain.apiserver.kinds.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.kinds.pod.SchedulingRules;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.Formats;
import io.coxswain.cel.formats.FixedPattern;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rules of ResourceSlices. */
final class SliceRules {
  private static final int MAX_DEVICES = 128;
  private static final int MAX_SPECIAL_DEVICES = 64;
  private static final int MAX_ATTRIBUTES = 32;
  private static final int MAX_VALUE_LENGTH = 64;
  private static final int MAX_TAINTS = 16;
  private static final FixedPattern SEMANTIC_VERSION =
      FixedPattern.of(
          "(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)"
              + "(-(0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)"
              + "(\\.(0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*)?"
              + "(\\+[0-9a-zA-Z-]+(\\.[0-9a-zA-Z-]+)*)?");

  private SliceRules() {}

  static void slice(Field slice, @Nullable ObjectNode before) {
    Field spec = slice.get("spec");
    DeviceRules.driverName(spec.get("driver"));
    pool(spec.get("pool"));
    if (before != null) {
      spec.get("pool.name").unchangedFrom(before.at("/spec/pool/name"));
      spec.get("driver").unchangedFrom(before.at("/spec/driver"));
      spec.get("nodeName").unchangedFrom(before.at("/spec/nodeName"));
    }
    place(spec);
    if (spec.has("sharedCounters") && spec.has("devices")) {
      spec.invalid("", "only one of `sharedCounters` or `devices` is allowed");
    }
    boolean perDevice = spec.get("perDeviceNodeSelection").isTrue();
    DeviceRules.set(
        spec.get("devices"),
        isSpecial(spec.get("devices").node()) ? MAX_SPECIAL_DEVICES : MAX_DEVICES,
        device -> device(device, perDevice),
        device -> device.text("name"));
    DeviceRules.set(spec.get("sharedCounters"), 8, SliceRules::counterSet, set -> set.text("name"));
  }

  private static boolean isSpecial(JsonNode devices) {
    for (JsonNode device : devices) {
      if (!device.path("taints").isEmpty() || !device.path("consumesCounters").isEmpty()) {
        return true;
      }
    }
    return false;
  }

  private static void pool(Field pool) {
    DeviceRules.poolName(pool.get("name"));
    if (pool.get("resourceSliceCount").number() <= 0) {
      pool.get("resourceSliceCount").invalid("must be greater than zero");
    }
    if (pool.get("generation").number() < 0) {
      pool.get("generation").invalid("must be greater than or equal to zero");
    }
  }

  private static void place(Field spec) {
    var set = new ArrayList<String>();
    node(spec, set, "must be either unset or set to a non-empty string");
    Field selector = spec.get("nodeSelector");
    if (selector.isSet() && selector.get("nodeSelectorTerms").size() != 1) {
      selector.get("nodeSelectorTerms").invalid("must have exactly one node selector term");
    }
    flag(spec.get("allNodes"), set);
    flag(spec.get("perDeviceNodeSelection"), set);
    String rule =
        "exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is"
            + " required";
    if (set.isEmpty()) {
      spec.required(rule);
    } else if (set.size() > 1) {
      spec.invalid("{" + String.join(", ", set) + "}", rule + ", but multiple fields are set");
    }
  }

  private static void node(Field of, List<String> set, String ifEmpty) {
    Field name = of.get("nodeName");
    if (name.isSet()) {
      if (name.isEmpty()) {
        name.invalid(ifEmpty);
      } else {
        set.add("`nodeName`");
        name.matches(Formats::dnsSubdomain);
      }
    }
    if (of.has("nodeSelector")) {
      set.add("`nodeSelector`");
      SchedulingRules.nodeSelector(of.get("nodeSelector"));
    }
  }

  private static void flag(Field flag, List<String> set) {
    if (flag.isSet()) {
      if (flag.isTrue()) {
        set.add("`" + flag.key() + "`");
      } else {
        flag.invalid("must be either unset or set to true");
      }
    }
  }

  private static void device(Field device, boolean perDevice) {
    DeviceRules.label(device.get("name"));
    int size = device.get("attributes").size() + device.get("capacity").size();
    if (size > MAX_ATTRIBUTES) {
      device.invalid(
          IntNode.valueOf(size),
          "the total number of attributes and capacities must not exceed " + MAX_ATTRIBUTES);
    }
    for (Field attribute : device.get("attributes").entries()) {
      DeviceRules.qualified(attribute, attribute.key());
      attribute(attribute);
    }
    for (Field capacity : device.get("capacity").entries()) {
      DeviceRules.qualified(capacity, capacity.key());
    }
    DeviceRules.list(device.get("taints"), MAX_TAINTS, DeviceTaints::check);
    DeviceRules.set(
        device.get("consumesCounters"),
        2,
        counters -> counters(counters, "counterSet"),
        counters -> counters.text("counterSet"));
    devicePlace(device, perDevice);
  }

  private static void devicePlace(Field device, boolean perDevice) {
    if (!perDevice) {
      if (device.has("nodeName") || device.has("nodeSelector") || device.has("allNodes")) {
        device.invalid(
            NullNode.instance,
            "`nodeName`, `nodeSelector` and `allNodes` can only be set if `perDeviceNodeSelection`"
                + " is set to true in the ResourceSlice spec");
      }
      return;
    }
    var set = new ArrayList<String>();
    node(device, set, "must not be empty");
    flag(device.get("allNodes"), set);
    String rule =
        "exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required when"
            + " `perDeviceNodeSelection` is set to true in the ResourceSlice spec";
    if (set.isEmpty()) {
      device.required(rule);
    } else if (set.size() > 1) {
      device.invalid("{" + String.join(", ", set) + "}", rule);
    }
  }

  private static void attribute(Field attribute) {
    int values = 0;
    for (String kind : List.of("bool", "int", "string", "version")) {
      values += attribute.has(kind) ? 1 : 0;
    }
    Field text = attribute.get("string");
    if (text.text().length() > MAX_VALUE_LENGTH) {
      text.tooLong(MAX_VALUE_LENGTH);
    }
    Field version = attribute.get("version");
    if (version.isSet()) {
      if (!SEMANTIC_VERSION.matches(version.text())) {
        version.invalid("must be a string compatible with semver.org spec 2.0.0");
      }
      if (version.text().length() > MAX_VALUE_LENGTH) {
        version.tooLong(MAX_VALUE_LENGTH);
      }
    }
    if (values == 0) {
      attribute.invalid("", "exactly one value must be specified");
    } else if (values > 1) {
      attribute.invalid("exactly one value must be specified");
    }
  }

  private static void counterSet(Field set) {
    counters(set, "name");
  }

  private static void counters(Field counters, String name) {
    if (counters.get(name).isGiven()) {
      DeviceRules.label(counters.get(name));
    }
    if (counters.get("counters").isGiven()) {
      for (Field counter : counters.get("counters").entries()) {
        DeviceRules.label(counter.with(counter.key()));
      }
    }
  }
}
