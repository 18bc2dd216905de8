package io.coxswain.real;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The folder with the programs of a real control plane, as envtest names it. */
record Assets(Path folder) {
  static final String VARIABLE = "KUBEBUILDER_ASSETS";

  static Optional<Assets> find() {
    String named = System.getenv(VARIABLE);
    if (named == null || named.isEmpty()) {
      return Optional.empty();
    }
    var assets = new Assets(Path.of(named));
    return assets.has("etcd") && assets.has("kube-apiserver")
        ? Optional.of(assets)
        : Optional.empty();
  }

  /** What to tell whoever asked for real servers and has none. */
  static String absence() {
    return "$"
        + VARIABLE
        + " names no folder with etcd and kube-apiserver; tools/real-assets makes one where Go is"
        + " installed";
  }

  boolean has(String program) {
    return Files.isExecutable(folder.resolve(program));
  }

  String program(String name) {
    return folder.resolve(name).toString();
  }
}
