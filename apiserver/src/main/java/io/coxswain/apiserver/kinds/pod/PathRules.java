package io.coxswain.apiserver.kinds.pod;

import io.coxswain.apiserver.rules.Field;
import java.util.List;

/** The rules for file paths that must stay below their root. */
final class PathRules {
  private PathRules() {}

  static void noBacksteps(Field path) {
    if (hasBacksteps(path.text())) {
      path.invalid("must not contain '..'");
    }
  }

  static boolean hasBacksteps(String path) {
    return List.of(path.split("/", -1)).contains("..");
  }

  /** Relative, and never upwards. */
  static void descending(Field path) {
    if (path.text().startsWith("/")) {
      path.invalid("must be a relative path");
    }
    noBacksteps(path);
  }

  /** Like {@link #descending}; names that begin with two dots are reserved. */
  static void descendingAndNotReserved(Field path) {
    descending(path);
    if (path.text().startsWith("..") && !path.text().startsWith("../")) {
      path.invalid("must not start with '..'");
    }
  }

  /** The permissions of a file. */
  static void mode(Field mode) {
    if (mode.isSet() && (mode.number() < 0 || mode.number() > 0777)) {
      mode.invalid("must be a number between 0 and 0777 (octal), both inclusive");
    }
  }
}
