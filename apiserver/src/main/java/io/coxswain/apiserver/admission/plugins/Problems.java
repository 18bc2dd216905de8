package io.coxswain.apiserver.admission.plugins;

import java.util.List;

/** Formats several problems as one message. */
final class Problems {
  private Problems() {}

  static String of(List<String> problems) {
    List<String> different = problems.stream().distinct().toList();
    return different.size() == 1 ? different.getFirst() : "[" + String.join(", ", different) + "]";
  }
}
