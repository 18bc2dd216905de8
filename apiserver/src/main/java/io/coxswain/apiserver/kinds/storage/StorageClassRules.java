package io.coxswain.apiserver.kinds.storage;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.api.Quantities;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.json.SameJson;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.Formats;
import io.coxswain.apiserver.rules.LabelRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.TreeSet;

/** The rules of StorageClasses, VolumeAttributesClasses and CSIStorageCapacities. */
final class StorageClassRules {
  private static final int MAX_PARAMETERS = 512;
  private static final int MAX_PARAMETERS_SIZE = 256 * 1024;

  private StorageClassRules() {}

  static void storageDefaults(ObjectNode storageClass) {
    Meta.setDefault(storageClass, "reclaimPolicy", "Delete");
    Meta.setDefault(storageClass, "volumeBindingMode", "Immediate");
  }

  static void storage(Field storageClass) {
    Field provisioner = storageClass.get("provisioner");
    if (provisioner.isGiven()) {
      provisioner.with(provisioner.text().toLowerCase(Locale.ROOT)).matches(Formats::qualifiedName);
    }
    parameters(storageClass.get("parameters"), true);
    storageClass.get("reclaimPolicy").oneOfIfSet(List.of("Delete", "Retain"));
    storageClass.get("volumeBindingMode").oneOfIfSet(List.of("Immediate", "WaitForFirstConsumer"));
    topologies(storageClass.get("allowedTopologies"));
  }

  private static void parameters(Field parameters, boolean mayBeEmpty) {
    if (parameters.size() > MAX_PARAMETERS) {
      parameters.tooLong(MAX_PARAMETERS);
      return;
    }
    long size = 0;
    for (Field parameter : parameters.entries()) {
      if (parameter.key().isEmpty()) {
        parameters.invalid("", "field can not be empty.");
      }
      size += parameter.key().length() + parameter.text().length();
    }
    if (size > MAX_PARAMETERS_SIZE) {
      parameters.tooLong(MAX_PARAMETERS_SIZE);
    }
    if (!mayBeEmpty && parameters.isEmpty()) {
      parameters.required("must contain at least one key/value pair");
    }
  }

  private static void topologies(Field topologies) {
    var all = new ArrayList<TreeMap<String, TreeSet<String>>>();
    for (Field term : topologies.items()) {
      var byKey = new TreeMap<String, TreeSet<String>>();
      for (Field expression : term.get("matchLabelExpressions").items()) {
        Field key = expression.get("key");
        Field values = expression.get("values");
        var seen = new TreeSet<String>();
        if (values.isEmpty()) {
          values.required();
        } else {
          values.items().forEach(value -> value.notAmong(seen));
        }
        key.with(key.text()).matches(Formats::qualifiedName);
        if (byKey.containsKey(key.text())) {
          key.duplicate();
        } else {
          byKey.put(key.text(), seen);
        }
      }
      if (all.contains(byKey)) {
        Field place = term.get("matchLabelExpressions");
        place.error(FieldError.duplicate(place.path(), place.with("").node()));
      }
      all.add(byKey);
    }
  }

  static void storageStep(Field storageClass, ObjectNode before) {
    for (String field : List.of("parameters", "provisioner", "reclaimPolicy")) {
      if (!SameJson.same(storageClass.get(field).node(), before.path(field))) {
        storageClass.get(field).forbidden("updates to " + field + " are forbidden.");
      }
    }
    storageClass.get("volumeBindingMode").unchangedFrom(before.path("volumeBindingMode"));
  }

  static void attributes(Field attributesClass) {
    Field driver = attributesClass.get("driverName");
    DriverRules.driverName(driver);
    parameters(attributesClass.get("parameters"), false);
  }

  static void attributesStep(Field attributesClass, ObjectNode before) {
    if (!SameJson.same(attributesClass.get("driverName").node(), before.path("driverName"))) {
      attributesClass.get("driverName").forbidden("updates to driverName are forbidden.");
    }
    if (!SameJson.same(attributesClass.get("parameters").node(), before.path("parameters"))) {
      attributesClass.get("parameters").forbidden("updates to parameters are forbidden.");
    }
  }

  static void capacity(Field capacity) {
    LabelRules.selector(capacity.get("nodeTopology"));
    Field name = capacity.get("storageClassName");
    name.with(name.text()).matches(Formats::dnsSubdomain);
    Field amount = capacity.get("capacity");
    if (amount.isSet() && Quantities.value(amount.text()).signum() < 0) {
      amount.invalid("must be greater than or equal to 0");
    }
  }

  static void capacityStep(Field capacity, ObjectNode before) {
    capacity.get("nodeTopology").unchangedFrom(before.path("nodeTopology"));
    capacity.get("storageClassName").unchangedFrom(before.path("storageClassName"));
  }
}
