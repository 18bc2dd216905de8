package io.coxswain.apiserver.kinds.storage;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.json.SameJson;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.Formats;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The rules of CSIDrivers, CSINodes and VolumeAttachments. */
final class DriverRules {
  private static final int MAX_NODE_ID_LENGTH = 256;
  private static final int MAX_METADATA_SIZE = 256 * 1024;
  private static final int MAX_MESSAGE_LENGTH = 1024;
  private static final long MIN_TOKEN = 600;

  private DriverRules() {}

  static void defaults(ObjectNode driver) {
    ObjectNode spec = Meta.child(driver, "spec");
    Meta.setDefault(spec, "attachRequired", true);
    Meta.setDefault(spec, "podInfoOnMount", false);
    Meta.setDefault(spec, "storageCapacity", false);
    Meta.setDefault(spec, "fsGroupPolicy", "ReadWriteOnceWithFSType");
    Meta.setDefault(spec, "requiresRepublish", false);
    Meta.setDefault(spec, "seLinuxMount", false);
    if (spec.path("volumeLifecycleModes").isEmpty()) {
      spec.putArray("volumeLifecycleModes").add("Persistent");
    }
  }

  static void driver(Field driver) {
    Field spec = driver.get("spec");
    spec.get("fsGroupPolicy").oneOfIfSet(List.of("File", "None", "ReadWriteOnceWithFSType"));
    tokens(spec.get("tokenRequests"));
    Field modes = spec.get("volumeLifecycleModes");
    for (String mode : Meta.strings(modes.node())) {
      modes.with(mode).oneOf(List.of("Persistent", "Ephemeral"));
    }
    Field period = spec.get("nodeAllocatableUpdatePeriodSeconds");
    if (period.isSet() && period.number() < 10) {
      period.invalid("must be greater than or equal to 10 seconds");
    }
    Field secrets = spec.get("serviceAccountTokenInSecrets");
    if (secrets.isSet() && spec.get("tokenRequests").isEmpty()) {
      secrets.invalid("serviceAccountTokenInSecrets is set but no tokenRequests are specified");
    }
  }

  private static void tokens(Field tokens) {
    var audiences = new ArrayList<String>();
    for (Field token : tokens.items()) {
      Field audience = token.get("audience").with(token.text("audience"));
      if (audiences.contains(audience.text())) {
        audience.duplicate();
        continue;
      }
      audiences.add(audience.text());
      Field seconds = token.get("expirationSeconds");
      if (seconds.isSet() && seconds.number() < MIN_TOKEN) {
        seconds.invalid("may not specify a duration less than 10 minutes");
      } else if (seconds.number() > 1L << 32) {
        seconds.invalid("may not specify a duration larger than 2^32 seconds");
      }
    }
  }

  static void driverStep(Field driver, ObjectNode before) {
    driver
        .get("spec.attachRequired")
        .at("spec.attachedRequired")
        .unchangedFrom(before.at("/spec/attachRequired"));
    driver.get("spec.volumeLifecycleModes").unchangedFrom(before.at("/spec/volumeLifecycleModes"));
  }

  /** The name of a driver: a short domain name. */
  static void driverName(Field name) {
    if (!name.isGiven()) {
      return;
    }
    if (name.text().length() > 63) {
      name.error(
          new FieldError(
              "FieldValueTooLong", name.path(), "Too long: may not be more than 63 bytes"));
    }
    name.with(name.text().toLowerCase(Locale.ROOT)).matches(Formats::dnsSubdomain);
  }

  static void node(Field node) {
    var names = new ArrayList<String>();
    for (Field driver : node.get("spec.drivers").items()) {
      driverName(driver.get("name"));
      Field id = driver.get("nodeID");
      if (id.isEmpty()) {
        id.required();
      } else if (id.text().length() > MAX_NODE_ID_LENGTH) {
        id.invalid("must be " + MAX_NODE_ID_LENGTH + " characters or less");
      }
      driver.get("allocatable.count").nonNegative();
      driver.get("name").notAmong(names);
      var keys = new ArrayList<String>();
      for (Field key : driver.get("topologyKeys").items()) {
        Field place = driver.with(key.text());
        if (key.isEmpty()) {
          place.required();
        }
        place.notAmong(keys);
        place.matches(Formats::qualifiedName);
      }
    }
  }

  static void nodeStep(Field node, ObjectNode before) {
    Field drivers = node.get("spec.drivers");
    for (ObjectNode old : Meta.objects(before.at("/spec/drivers"))) {
      for (Field driver : drivers.items()) {
        if (driver.text("name").equals(old.path("name").asText(""))) {
          ObjectNode now = driver.node().deepCopy();
          ObjectNode then = old.deepCopy();
          now.remove("allocatable");
          then.remove("allocatable");
          if (!SameJson.same(now, then)) {
            drivers.invalid(driver.node(), "field is immutable");
          }
        }
      }
    }
  }

  static void attachment(Field attachment) {
    Field spec = attachment.get("spec");
    spec.get("attacher").isGiven();
    Field source = spec.get("source");
    Field name = source.get("persistentVolumeName");
    boolean inline = source.has("inlineVolumeSpec");
    String one = "must specify exactly one of inlineVolumeSpec and persistentVolumeName";
    if (inline && name.isSet()) {
      source.forbidden(one);
    } else if (!inline && !name.isSet()) {
      source.required(one);
    } else if (!inline && name.isEmpty()) {
      name.required("must specify non empty persistentVolumeName");
    } else if (inline) {
      PersistentVolumeRules.inline(source.get("inlineVolumeSpec"));
    }
    Field node = spec.get("nodeName");
    node.with(node.text()).matches(Formats::dnsSubdomain);
    attachmentStatus(attachment);
  }

  /** Additional rules for new objects. */
  static void newAttachment(Field attachment) {
    attachment(attachment);
    driverName(attachment.get("spec.attacher"));
    Field name = attachment.get("spec.source.persistentVolumeName");
    if (name.isSet()) {
      name.matches(Formats::dnsSubdomain);
    }
  }

  static void attachmentStatus(Field attachment) {
    Field status = attachment.get("status");
    long size = 0;
    for (Field entry : status.get("attachmentMetadata").entries()) {
      size += entry.key().length() + entry.text().length();
    }
    if (size > MAX_METADATA_SIZE) {
      status.get("attachmentMetadata").tooLong(MAX_METADATA_SIZE);
    }
    for (String part : List.of("attachError", "detachError")) {
      Field message = status.get(part).get("message");
      if (message.text().length() > MAX_MESSAGE_LENGTH) {
        message.tooLong(MAX_METADATA_SIZE);
      }
      Field code = status.get(part).get("errorCode");
      if (code.isSet() && code.number() < 0) {
        code.invalid("must be between 0 and 2147483647, inclusive");
      }
    }
  }

  static void attachmentStep(Field attachment, ObjectNode before) {
    attachment.get("spec").unchangedFrom(before.path("spec"));
  }
}
