package io.coxswain.apiserver.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.json.SameJson;
import java.util.Objects;
import java.util.TreeSet;

/** When {@code metadata.generation} increases. */
public enum Generation {
  /** The kind has no generation. */
  NONE {
    @Override
    boolean changed(ObjectNode before, ObjectNode after) {
      return false;
    }
  },
  /** Always 1. */
  FIXED {
    @Override
    boolean changed(ObjectNode before, ObjectNode after) {
      return false;
    }
  },
  /** Unset until the first change of the spec. */
  SPEC_CHANGES {
    @Override
    boolean changed(ObjectNode before, ObjectNode after) {
      return differ(before, after, "/spec");
    }

    @Override
    public void created(ObjectNode object) {}
  },
  SPEC {
    @Override
    boolean changed(ObjectNode before, ObjectNode after) {
      return differ(before, after, "/spec");
    }
  },
  SPEC_OR_ANNOTATIONS {
    @Override
    boolean changed(ObjectNode before, ObjectNode after) {
      return differ(before, after, "/spec") || differ(before, after, "/metadata/annotations");
    }
  },
  TEMPLATE {
    @Override
    boolean changed(ObjectNode before, ObjectNode after) {
      return differ(before, after, "/template");
    }
  },
  /** Any change except in metadata; for kinds without a status. */
  BODY {
    @Override
    boolean changed(ObjectNode before, ObjectNode after) {
      return bodyDiffers(before, after, false);
    }
  },
  BODY_OR_LABELS {
    @Override
    boolean changed(ObjectNode before, ObjectNode after) {
      return bodyDiffers(before, after, false) || differ(before, after, "/metadata/labels");
    }
  },
  /** Any change except in metadata and status. */
  BODY_BUT_STATUS {
    @Override
    boolean changed(ObjectNode before, ObjectNode after) {
      return bodyDiffers(before, after, true);
    }
  };

  /** Whether the change increases the generation. */
  abstract boolean changed(ObjectNode before, ObjectNode after);

  /** Sets the generation of a new object. */
  public void created(ObjectNode object) {
    // A kind without a generation keeps the client's value.
    if (this != NONE) {
      Meta.of(object).put("generation", 1);
    }
  }

  /** Sets the generation of an updated object. */
  public void updated(ObjectNode before, ObjectNode after) {
    long generation = Meta.generation(before);
    if (this != NONE && changed(before, after)) {
      generation++;
    }
    if (generation > 0) {
      Meta.of(after).put("generation", generation);
    } else {
      Meta.of(after).remove("generation");
    }
  }

  private static boolean differ(ObjectNode before, ObjectNode after, String pointer) {
    return !SameJson.same(before.at(pointer), after.at(pointer));
  }

  private static boolean bodyDiffers(ObjectNode before, ObjectNode after, boolean butStatus) {
    var names = new TreeSet<String>();
    before.fieldNames().forEachRemaining(names::add);
    after.fieldNames().forEachRemaining(names::add);
    names.remove("metadata");
    if (butStatus) {
      names.remove("status");
    }
    for (String name : names) {
      JsonNode old = Objects.requireNonNullElse(before.get(name), SameJson.ABSENT);
      if (!SameJson.same(old, Objects.requireNonNullElse(after.get(name), SameJson.ABSENT))) {
        return true;
      }
    }
    return false;
  }
}
