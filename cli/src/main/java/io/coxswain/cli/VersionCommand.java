package io.coxswain.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/** {@code coxswain version}. */
@Command(name = "version", description = "Print the version.")
final class VersionCommand implements Runnable {

  @Override
  public void run() {
    System.out.println(text());
  }

  static String text() {
    return "coxswain %s, Kubernetes API v1.35, JDK %s".formatted(number(), Runtime.version());
  }

  /** The version of the program. */
  static String number() {
    @Nullable String version = VersionCommand.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  /** For {@code --version}. */
  static final class Provider implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {text()};
    }
  }
}
