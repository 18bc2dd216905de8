package io.coxswain.apiserver.admission.plugins;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.admission.Attributes;
import io.coxswain.apiserver.admission.Plugin;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.AdmissionException;
import io.coxswain.apiserver.kinds.WriteContext;
import io.coxswain.apiserver.store.SortedTree;
import io.coxswain.apiserver.store.Stored;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Resolves a pod's priority class; allows at most one default class. */
final class Priority implements Plugin {
  private static final String CLASSES = "priorityclasses.scheduling.k8s.io";

  private volatile Preset last = new Preset(SortedTree.empty(), null);

  @Override
  public List<String> resources() {
    return List.of("pods", CLASSES);
  }

  @Override
  public void admit(Attributes attributes) {
    if (!attributes.isOf("pods")) {
      return;
    }
    if (attributes.isCreate()) {
      resolve(attributes.spec(), attributes.context());
      return;
    }
    JsonNode old = attributes.old().path("spec");
    for (String field : new String[] {"priority", "preemptionPolicy"}) {
      if (!attributes.spec().hasNonNull(field) && old.has(field)) {
        attributes.spec().set(field, old.get(field));
      }
    }
  }

  private void resolve(ObjectNode spec, WriteContext context) {
    JsonNode chosen = chosen(spec, context);
    int value = chosen == null ? 0 : chosen.path("value").asInt();
    JsonNode given = spec.path("priority");
    if (given.isNumber() && given.asInt() != value) {
      throw new AdmissionException(
          "the integer value of priority ("
              + given.asInt()
              + ") must not be provided in pod spec; priority admission controller computed "
              + value
              + " from the given PriorityClass name");
    }
    spec.put("priority", value);
    String policy =
        chosen == null ? "PreemptLowerPriority" : chosen.path("preemptionPolicy").asText("");
    if (policy.isEmpty()) {
      return;
    }
    String wanted = spec.path("preemptionPolicy").asText(policy);
    if (!wanted.equals(policy)) {
      throw new AdmissionException(
          "the string value of PreemptionPolicy ("
              + wanted
              + ") must not be provided in pod spec; priority admission controller computed "
              + policy
              + " from the given PriorityClass name");
    }
    spec.put("preemptionPolicy", policy);
  }

  private @Nullable JsonNode chosen(ObjectNode spec, WriteContext context) {
    String name = spec.path("priorityClassName").asText("");
    if (name.isEmpty()) {
      JsonNode preset = preset(context);
      if (preset != null) {
        spec.put("priorityClassName", Meta.name(preset));
      }
      return preset;
    }
    var stored = context.snapshot().find(CLASSES, ObjectKey.of(name));
    if (stored == null) {
      throw new AdmissionException("no PriorityClass with name " + name + " was found");
    }
    return stored.tree();
  }

  /** The default class; the lowest if there are several. */
  private @Nullable JsonNode preset(WriteContext context) {
    var classes = context.snapshot().collection(CLASSES);
    Preset known = last;
    if (known.classes != classes) {
      known = new Preset(classes, Preset.in(classes));
      last = known;
    }
    return known.found;
  }

  /** The result for one state of the classes, which rarely change. */
  private record Preset(SortedTree<ObjectKey, Stored> classes, @Nullable JsonNode found) {
    static @Nullable JsonNode in(SortedTree<ObjectKey, Stored> classes) {
      JsonNode found = null;
      for (var stored : classes.values()) {
        JsonNode one = stored.tree();
        if (one.path("globalDefault").asBoolean(false)
            && (found == null || found.path("value").asInt() > one.path("value").asInt())) {
          found = one;
        }
      }
      return found;
    }
  }

  @Override
  public void validate(Attributes attributes) {
    if (!attributes.isOf(CLASSES) || !attributes.object().path("globalDefault").asBoolean(false)) {
      return;
    }
    JsonNode preset = preset(attributes.context());
    if (preset != null
        && (attributes.isCreate() || !Meta.name(preset).equals(Meta.name(attributes.object())))) {
      throw new AdmissionException(
          "PriorityClass "
              + Meta.name(preset)
              + " is already marked as default. Only one default can exist");
    }
  }
}
