package io.coxswain.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The folder with the programs of a real control plane: that of envtest's variable, else the newest
 * created by {@code tools/real-assets}.
 */
record GoPrograms(Path folder) {
  static final String VARIABLE = "KUBEBUILDER_ASSETS";

  static GoPrograms find() {
    String named = System.getenv(VARIABLE);
    if (named != null && !named.isEmpty()) {
      return new GoPrograms(Path.of(named));
    }
    String cache = System.getenv("XDG_CACHE_HOME");
    Path home =
        cache == null || cache.isEmpty()
            ? Path.of(System.getProperty("user.home"), ".cache")
            : Path.of(cache);
    Path made = home.resolve("coxswain").resolve("assets");
    try (var versions = Files.list(made)) {
      return new GoPrograms(versions.max(Comparator.naturalOrder()).orElse(made));
    } catch (IOException e) {
      return new GoPrograms(made); // none exist, which the absence of programs reports
    }
  }

  Path program(String name) {
    return folder.resolve(name);
  }

  /** Why these cannot be run; empty if they can. */
  Optional<String> absence(String... programs) {
    List<String> missing =
        List.of(programs).stream().filter(name -> !Files.isExecutable(program(name))).toList();
    return missing.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "no %s in %s; set $%s, or run tools/real-assets where Go is installed"
                .formatted(String.join(", ", missing), folder, VARIABLE));
  }
}
