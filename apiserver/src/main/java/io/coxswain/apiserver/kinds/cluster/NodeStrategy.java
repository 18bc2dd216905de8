package io.coxswain.apiserver.kinds.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.api.GoQuote;
import io.coxswain.api.Json;
import io.coxswain.api.net.Addresses;
import io.coxswain.api.net.Cidr;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.Strategy;
import io.coxswain.apiserver.kinds.WriteContext;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.Formats;
import io.coxswain.cel.formats.FixedPattern;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Nodes. */
final class NodeStrategy implements Strategy {
  private static final List<String> EFFECTS =
      List.of("NoSchedule", "PreferNoSchedule", "NoExecute");

  private static final int MAX_FEATURE_LENGTH = 253;
  private static final FixedPattern FEATURE = FixedPattern.of("[A-Z][A-Za-z0-9]*(/[A-Za-z0-9]+)*");

  /** A kubelet registers its node with its status. */
  @Override
  public boolean keepsStatusOnCreate() {
    return true;
  }

  @Override
  public void defaults(ObjectNode node) {
    ObjectNode spec = Meta.child(node, "spec");
    ranges(spec);
    ObjectNode status = Meta.child(node, "status");
    ObjectNode endpoint = Meta.child(Meta.child(status, "daemonEndpoints"), "kubeletEndpoint");
    if (!endpoint.has("Port")) {
      endpoint.put("Port", 0);
    }
    ObjectNode info = Meta.child(status, "nodeInfo");
    for (String field :
        List.of(
            "machineID",
            "systemUUID",
            "bootID",
            "kernelVersion",
            "osImage",
            "containerRuntimeVersion",
            "kubeletVersion",
            "kubeProxyVersion",
            "operatingSystem",
            "architecture")) {
      if (!info.has(field)) {
        info.put(field, "");
      }
    }
    if (!status.path("capacity").isEmpty() && status.path("allocatable").isEmpty()) {
      status.set("allocatable", status.path("capacity").deepCopy());
    }
  }

  /** Keeps the single-value field and the list of pod CIDRs consistent. */
  private static void ranges(ObjectNode spec) {
    String one = spec.path("podCIDR").asText("");
    List<String> all = Meta.strings(spec.path("podCIDRs"));
    if (!one.isEmpty() && (all.isEmpty() || !all.getFirst().equals(one))) {
      spec.putArray("podCIDRs").add(one);
    } else if (one.isEmpty() && !all.isEmpty()) {
      spec.put("podCIDR", all.getFirst());
    }
  }

  @Override
  public void prepareCreate(ObjectNode node, WriteContext context) {
    Meta.child(node, "spec").remove("configSource");
    Meta.child(node, "status").remove(List.of("config", "declaredFeatures"));
    defaults(node);
  }

  /** The configuration of kubelets by the API was removed; it stays where it is stored. */
  @Override
  public void prepareStatusUpdate(ObjectNode node, ObjectNode before, WriteContext context) {
    if (!before.at("/status/config").isObject()) {
      Meta.child(node, "status").remove("config");
    }
  }

  @Override
  public void warn(ObjectNode node, WriteContext context) {
    int i = 0;
    for (JsonNode range : node.at("/spec/podCIDRs")) {
      Cidr.warn("spec.podCIDRs[" + i++ + "]", range.asText(), context.warnings());
    }
  }

  @Override
  public void validateCreate(ObjectNode object, List<FieldError> errors) {
    Field node = Field.of(object, errors);
    taints(node);
    amounts(node);
    Field ranges = node.get("spec.podCIDRs");
    for (Field range : ranges.items()) {
      range.matches(Addresses::cidr);
    }
    if (ranges.size() > 1) {
      var families = new ArrayList<Boolean>();
      for (Field range : ranges.items()) {
        Cidr cidr = Cidr.parse(range.text());
        if (cidr != null) {
          families.add(cidr.address().v6());
        }
      }
      if (ranges.size() > 2 || families.stream().distinct().count() < 2) {
        ranges.invalid("may specify no more than one CIDR for each IP family");
      }
    }
  }

  /** Upstream reports them under the metadata. */
  private static void taints(Field node) {
    var seen = new TreeSet<String>();
    for (Field taint : node.get("spec.taints").at("metadata.taints").items()) {
      taint.get("key").with(taint.text("key")).matches(Formats::qualifiedName);
      List<String> problems = Formats.labelValue(taint.text("value"));
      if (!problems.isEmpty()) {
        taint.get("value").invalid(String.join(";", problems));
      }
      if (taint.get("effect").isGiven()) {
        taint.get("effect").oneOf(EFFECTS);
      }
      if (!seen.add(taint.text("effect") + "/" + taint.text("key"))) {
        duplicate(taint);
      }
    }
  }

  private static void duplicate(Field taint) {
    ObjectNode shown = Json.MAPPER.createObjectNode();
    shown.put("Key", taint.text("key")).put("Value", taint.text("value"));
    shown.put("Effect", taint.text("effect"));
    shown.set(
        "TimeAdded", taint.has("timeAdded") ? taint.get("timeAdded").node() : shown.nullNode());
    taint.error(
        new FieldError(
            "FieldValueDuplicate",
            taint.path(),
            "Duplicate value: " + shown + ": taints must be unique by key and effect pair"));
  }

  private static void amounts(Field node) {
    for (String part : List.of("capacity", "allocatable")) {
      for (Field entry : node.get("status").get(part).entries()) {
        ResourceNames.checkQuantity(entry.at("status." + part + "." + entry.key()), entry.key());
      }
    }
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode before, List<FieldError> errors) {
    validateCreate(object, errors);
    step(Field.of(object, errors), before);
  }

  /** Names in order, such as {@code GuestSwap} or {@code GuestSwap/zram}. */
  private static void features(Field features) {
    @Nullable String previous = null;
    for (Field feature : features.items()) {
      String name = feature.text();
      String problem =
          name.length() > MAX_FEATURE_LENGTH
              ? "must be no more than " + MAX_FEATURE_LENGTH + " characters"
              : FEATURE.matches(name)
                  ? ""
                  : "must start with an UpperCamelCase segment, with subsequent segments separated"
                      + " by '/' (e.g., MyFeature or MyFeature/mySubFeature), and contain only"
                      + " alphanumeric characters and slashes";
      if (!problem.isEmpty()) {
        feature.invalid("invalid feature name " + GoQuote.of(name) + ": " + problem);
      }
      if (previous != null && name.equals(previous)) {
        feature.duplicate();
      } else if (previous != null && name.compareTo(previous) < 0) {
        feature.invalid("list must be sorted alphabetically");
      }
      previous = name;
    }
  }

  private static void step(Field node, ObjectNode before) {
    features(node.get("status.declaredFeatures"));
    amounts(node);
    var seen = new TreeSet<String>();
    for (Field address : node.get("status.addresses").items()) {
      if (!seen.add(address.text("type") + "/" + address.text("address"))) {
        ObjectNode shown = Json.MAPPER.createObjectNode();
        shown.put("Type", address.text("type")).put("Address", address.text("address"));
        address.error(FieldError.duplicate(address.path(), shown));
      }
    }
    List<String> old = Meta.strings(before.at("/spec/podCIDRs"));
    Field ranges = node.get("spec.podCIDRs");
    if (!old.isEmpty() && !old.equals(Meta.strings(ranges.node()))) {
      ranges.forbidden("node updates may not change podCIDR except from \"\" to valid");
    }
    String provider = Meta.text(before, "/spec/providerID");
    if (!provider.isEmpty() && !provider.equals(node.text("spec.providerID"))) {
      node.get("spec.providerID")
          .forbidden("node updates may not change providerID except from \"\" to valid");
    }
    taints(node);
    if (!Meta.text(before, "/spec/externalID").equals(node.text("spec.externalID"))) {
      node.get("spec.externalID").forbidden("may not be updated");
    }
  }

  @Override
  public void validateStatusUpdate(ObjectNode object, ObjectNode before, List<FieldError> errors) {
    step(Field.of(object, errors), before);
  }

  @Override
  public SortedMap<String, String> fields(ObjectNode node) {
    var fields = new TreeMap<String, String>();
    fields.put(
        "spec.unschedulable", Boolean.toString(node.at("/spec/unschedulable").asBoolean(false)));
    return fields;
  }
}
