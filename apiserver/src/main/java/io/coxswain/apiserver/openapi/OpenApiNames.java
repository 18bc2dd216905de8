package io.coxswain.apiserver.openapi;

import io.coxswain.api.ResourceType;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** The names of types in the documents. */
final class OpenApiNames {
  private OpenApiNames() {}

  /** Upstream's name of a built-in type: {@code core.v1.Pod} is {@code io.k8s.api.core.v1.Pod}. */
  static String builtIn(String typeName) {
    String group = typeName.substring(0, typeName.indexOf('.'));
    return switch (group) {
      case "meta" -> "io.k8s.apimachinery.pkg.apis." + typeName;
      case "resource" ->
          typeName.equals("resource.Quantity")
              ? "io.k8s.apimachinery.pkg.api." + typeName
              : "io.k8s.api." + typeName;
      case "intstr" -> "io.k8s.apimachinery.pkg.util." + typeName;
      case "apiextensions" -> "io.k8s.apiextensions-apiserver.pkg.apis." + typeName;
      case "apiregistration" -> "io.k8s.kube-aggregator.pkg.apis." + typeName;
      default -> "io.k8s.api." + typeName;
    };
  }

  /** The name of a custom kind: its group reversed, version and kind. */
  static String custom(ResourceType type) {
    List<String> parts = Arrays.asList(type.group().split("\\."));
    Collections.reverse(parts);
    return String.join(".", parts) + "." + type.version() + "." + type.kind();
  }

  static String of(DocumentedKind kind) {
    return kind.schema().typeName().isEmpty()
        ? custom(kind.type())
        : builtIn(kind.schema().typeName());
  }
}
