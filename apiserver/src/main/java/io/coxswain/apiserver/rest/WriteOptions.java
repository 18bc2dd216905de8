package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.node.TextNode;
import io.coxswain.api.FieldError;
import io.coxswain.api.Json;
import io.coxswain.apiserver.error.StatusException;
import java.util.ArrayList;
import java.util.List;

/** Validates the options in the query of a write. */
final class WriteOptions {
  private static final int MANAGER_LIMIT = 128;
  private static final List<String> VALIDATIONS = List.of("", "Ignore", "Strict", "Warn");

  private WriteOptions() {}

  static void check(Target target) {
    String kind =
        switch (target.info().verb()) {
          case "create" -> "CreateOptions";
          case "update" -> "UpdateOptions";
          case "patch" -> "PatchOptions";
          default -> "";
        };
    if (kind.isEmpty()) {
      return;
    }
    var errors = new ArrayList<FieldError>();
    boolean patch = kind.equals("PatchOptions");
    boolean apply = patch && Body.mediaType(target.request()).equals(PatchHandler.APPLY);
    if (patch && !apply && target.request().query("force") != null) {
      errors.add(FieldError.forbidden("force", "may not be specified for non-apply patch"));
    }
    String manager = target.request().query("fieldManager");
    if (apply && (manager == null || manager.isEmpty())) {
      errors.add(FieldError.required("fieldManager", "is required for apply patch"));
    }
    if (manager != null) {
      manager(manager, errors);
    }
    dryRun(target, errors);
    String validation = target.request().query("fieldValidation");
    if (validation != null && !VALIDATIONS.contains(validation)) {
      errors.add(
          FieldError.notSupported("fieldValidation", TextNode.valueOf(validation), VALIDATIONS));
    }
    if (!errors.isEmpty()) {
      throw StatusException.invalid(kind + ".meta.k8s.io", "meta.k8s.io", kind, "", errors);
    }
  }

  private static void manager(String manager, List<FieldError> errors) {
    if (manager.length() > MANAGER_LIMIT) {
      errors.add(FieldError.tooLong("fieldManager", MANAGER_LIMIT));
    }
    for (int i = 0; i < manager.length(); i++) {
      char c = manager.charAt(i);
      if (Character.isISOControl(c)) {
        errors.add(
            FieldError.invalid(
                "fieldManager",
                manager,
                String.format("invalid character U+%04X (at position %d)", (int) c, i)));
      }
    }
  }

  private static void dryRun(Target target, List<FieldError> errors) {
    var values = Json.MAPPER.createArrayNode();
    boolean bad = false;
    for (var parameter : target.request().query()) {
      if (parameter.name().equals("dryRun")) {
        values.add(parameter.value());
        bad |= !parameter.value().equals("All");
      }
    }
    if (bad) {
      errors.add(FieldError.notSupported("dryRun", values, List.of("All")));
    }
  }
}
