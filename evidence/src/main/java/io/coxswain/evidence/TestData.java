package io.coxswain.evidence;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The files that tests read: the manifests, responses and facts in {@code testdata} of the
 * repository, and optionally a folder of upstream files that adds tests. {@code testdata/README.md}
 * describes both.
 */
public final class TestData {
  /** The system property that names the optional folder of upstream files. */
  public static final String UPSTREAM_PROPERTY = "coxswain.upstream.data";

  private TestData() {}

  /** The root of the repository. */
  public static Path root() {
    return Path.of(System.getProperty("coxswain.root", "..")).toAbsolutePath().normalize();
  }

  /** A file or folder below {@code testdata}, which must exist. */
  public static Path path(String first, String... more) {
    return existing(root().resolve("testdata").resolve(Path.of(first, more)));
  }

  /** A file or folder of the optional upstream files; absent when the property is not set. */
  public static Optional<Path> upstream(String first, String... more) {
    String folder = System.getProperty(UPSTREAM_PROPERTY, "");
    return folder.isEmpty()
        ? Optional.empty()
        : Optional.of(existing(Path.of(folder).resolve(Path.of(first, more))));
  }

  private static Path existing(Path path) {
    if (!Files.exists(path)) {
      throw new IllegalStateException("test data is missing: " + path);
    }
    return path;
  }
}
