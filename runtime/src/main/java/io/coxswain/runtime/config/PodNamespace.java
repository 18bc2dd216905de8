package io.coxswain.runtime.config;

import io.coxswain.env.Files;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The namespace of the pod that a program runs in. */
public final class PodNamespace {
  private static final Path FILE =
      Path.of("/var/run/secrets/kubernetes.io/serviceaccount/namespace");

  private PodNamespace() {}

  /**
   * @param otherwise the result for a program that does not run in a pod
   */
  public static String find(Files files, String otherwise) {
    try {
      String name = new String(files.read(FILE), StandardCharsets.UTF_8).strip();
      return name.isEmpty() ? otherwise : name;
    } catch (IOException e) {
      return otherwise;
    }
  }
}
