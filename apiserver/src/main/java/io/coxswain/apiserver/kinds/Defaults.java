package io.coxswain.apiserver.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.json.Meta;
import java.util.List;
import java.util.function.Consumer;

/** Defaults of kinds with few other rules. */
public final class Defaults {

  private Defaults() {}

  /** A kind with defaults only. */
  public static Strategy only(Consumer<ObjectNode> defaults) {
    return new Strategy() {
      @Override
      public void defaults(ObjectNode object) {
        defaults.accept(object);
      }
    };
  }

  /** A kind whose spec and status always exist, even if empty. */
  public static Strategy specAndStatus() {
    return only(
        object -> {
          Meta.child(object, "spec");
          Meta.child(object, "status");
        });
  }

  public static Strategy spec() {
    return only(object -> Meta.child(object, "spec"));
  }

  public static void storageClass(ObjectNode storageClass) {
    Meta.setDefault(storageClass, "reclaimPolicy", "Delete");
    Meta.setDefault(storageClass, "volumeBindingMode", "Immediate");
  }

  public static void claim(ObjectNode claim) {
    ObjectNode spec = Meta.child(claim, "spec");
    claimSpec(spec);
    Meta.setDefault(Meta.child(claim, "status"), "phase", "Pending");
  }

  public static void claimSpec(ObjectNode spec) {
    Meta.setDefault(spec, "volumeMode", "Filesystem");
    Meta.child(spec, "resources");
  }

  public static void volume(ObjectNode volume) {
    ObjectNode spec = Meta.child(volume, "spec");
    Meta.setDefault(spec, "volumeMode", "Filesystem");
    Meta.setDefault(spec, "persistentVolumeReclaimPolicy", "Retain");
    Meta.setDefault(Meta.child(volume, "status"), "phase", "Pending");
    if (spec.get("hostPath") instanceof ObjectNode host && !host.has("type")) {
      host.put("type", "");
    }
  }

  public static void csiDriver(ObjectNode driver) {
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

  /** Defaults of the webhooks of a configuration. */
  public static Consumer<ObjectNode> webhooks(boolean mutating) {
    return configuration -> {
      for (ObjectNode webhook : Meta.objects(configuration.path("webhooks"))) {
        Meta.setDefault(webhook, "failurePolicy", "Fail");
        Meta.setDefault(webhook, "matchPolicy", "Equivalent");
        Meta.child(webhook, "namespaceSelector");
        Meta.child(webhook, "objectSelector");
        Meta.setDefault(webhook, "timeoutSeconds", 10);
        if (mutating) {
          Meta.setDefault(webhook, "reinvocationPolicy", "Never");
        }
        Meta.objects(webhook.path("rules")).forEach(r -> Meta.setDefault(r, "scope", "*"));
        if (webhook.at("/clientConfig/service") instanceof ObjectNode service) {
          Meta.setDefault(service, "port", 443);
        }
      }
    };
  }

  public static void disruptionBudget(ObjectNode budget) {
    Meta.child(budget, "spec");
    ObjectNode status = Meta.child(budget, "status");
    for (String count :
        List.of("disruptionsAllowed", "currentHealthy", "desiredHealthy", "expectedPods")) {
      if (!status.has(count)) {
        status.put(count, 0);
      }
    }
  }
}
