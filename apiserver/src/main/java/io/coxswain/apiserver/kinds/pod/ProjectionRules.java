package io.coxswain.apiserver.kinds.pod;

import com.fasterxml.jackson.databind.node.TextNode;
import io.coxswain.apiserver.rules.Field;
import java.util.Set;
import java.util.TreeSet;

/** The rules for volumes whose files come from other objects or from the pod itself. */
final class ProjectionRules {
  private static final long MIN_TOKEN_SECONDS = 600;
  private static final long MAX_TOKEN_SECONDS = 1L << 32;

  private ProjectionRules() {}

  static void keyToPath(Field item) {
    item.get("key").isGiven();
    item.get("path").isGiven();
    PathRules.descendingAndNotReserved(item.get("path"));
    PathRules.mode(item.get("mode"));
  }

  /** A file from the downward API; upstream reports its errors at the path of the list. */
  private static void file(Field item, Field at) {
    Field file = item.at(at.path());
    file.get("path").isGiven();
    PathRules.descendingAndNotReserved(file.get("path"));
    if (file.has("fieldRef")) {
      EnvironmentRules.fieldRef(file.get("fieldRef"), EnvironmentRules.VOLUME_FIELDS);
      if (file.has("resourceFieldRef")) {
        file.invalid(
            "resource", "fieldRef and resourceFieldRef can not be specified simultaneously");
      }
    } else if (file.has("resourceFieldRef")) {
      EnvironmentRules.resourceFieldRef(file.get("resourceFieldRef"), true);
    } else {
      file.required("one of fieldRef and resourceFieldRef is required");
    }
    PathRules.mode(file.get("mode"));
  }

  static void downward(Field source) {
    PathRules.mode(source.get("defaultMode"));
    source.get("items").items().forEach(item -> file(item, source));
  }

  static void projected(Field volume) {
    PathRules.mode(volume.get("defaultMode"));
    var paths = new TreeSet<String>();
    for (Field source : volume.get("sources").items()) {
      int found = 0;
      for (String kind : new String[] {"secret", "configMap"}) {
        if (source.has(kind)) {
          found++;
          keys(source.get(kind), volume, paths);
        }
      }
      if (source.has("downwardAPI")) {
        found++;
        for (Field item : source.get("downwardAPI.items").items()) {
          file(item, source.get("downwardAPI"));
          unique(item.text("path"), item.text("path"), volume, paths);
        }
      }
      if (source.has("serviceAccountToken")) {
        found++;
        token(source.get("serviceAccountToken"), volume);
      }
      if (found > 1) {
        source.forbidden("may not specify more than 1 volume type per source");
      }
    }
  }

  private static void keys(Field source, Field volume, Set<String> paths) {
    source.get("name").isGiven();
    for (Field item : source.get("items").items()) {
      keyToPath(item);
      unique(item.text("path"), source.text("name"), volume, paths);
    }
  }

  private static void unique(String path, String shown, Field volume, Set<String> paths) {
    if (!path.isEmpty() && !paths.add(path)) {
      volume.invalid(TextNode.valueOf(shown), "conflicting duplicate paths");
    }
  }

  private static void token(Field token, Field volume) {
    Field seconds = token.get("expirationSeconds");
    if (seconds.number() < MIN_TOKEN_SECONDS) {
      seconds.invalid("may not specify a duration less than 10 minutes");
    }
    if (seconds.number() > MAX_TOKEN_SECONDS) {
      seconds.invalid("may not specify a duration larger than 2^32 seconds");
    }
    Field path = token.get("path").at(volume.path() + ".path");
    if (path.isGiven()) {
      PathRules.descendingAndNotReserved(path);
    }
  }
}
