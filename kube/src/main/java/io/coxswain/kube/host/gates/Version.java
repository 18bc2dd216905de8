package io.coxswain.kube.host.gates;

import io.coxswain.runtime.flags.FlagException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A version of Kubernetes: major and minor. */
public record Version(int major, int minor) implements Comparable<Version> {
  private static final Pattern TEXT = Pattern.compile("v?(\\d+)\\.(\\d+)");

  /** The version that this program implements. */
  public static final Version BINARY = new Version(1, 35);

  /** The oldest version that can be emulated. */
  public static final Version OLDEST = new Version(1, 32);

  /** The full version, as printed by {@code --version}. */
  public static final String GIT = "v1.35.8";

  public static Version parse(String text) throws FlagException {
    Matcher parts = TEXT.matcher(text);
    if (!parts.matches()) {
      throw new FlagException(
          "invalid version format: \"" + text + "\", version format could only be major.minor");
    }
    return new Version(Integer.parseInt(parts.group(1)), Integer.parseInt(parts.group(2)));
  }

  Version previous() {
    return new Version(major, minor - 1);
  }

  @Override
  public int compareTo(Version other) {
    return major != other.major
        ? Integer.compare(major, other.major)
        : Integer.compare(minor, other.minor);
  }

  @Override
  public String toString() {
    return major + "." + minor;
  }
}
