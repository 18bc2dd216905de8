package io.coxswain.real;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The tests that cannot run in real time, from {@code virtual-time.txt}, with their reasons. */
final class VirtualTimeOnly {
  private static final String PREFIX = "io.coxswain.";

  private final Map<String, String> reasons;

  private VirtualTimeOnly(Map<String, String> reasons) {
    this.reasons = reasons;
  }

  /** Lines of a class or {@code class#method}, blanks, and a reason. */
  static VirtualTimeOnly read() {
    try (InputStream in = VirtualTimeOnly.class.getResourceAsStream("/virtual-time.txt")) {
      if (in == null) {
        throw new IllegalStateException("virtual-time.txt is missing");
      }
      var reasons = new LinkedHashMap<String, String>();
      for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
        if (line.isBlank() || line.startsWith("#")) {
          continue;
        }
        String[] parts = line.strip().split("\\s+", 2);
        if (parts.length < 2) {
          throw new IllegalStateException("virtual-time.txt: no reason for " + line);
        }
        reasons.put(PREFIX + parts[0], parts[1]);
      }
      return new VirtualTimeOnly(reasons);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Map<String, String> reasons() {
    return reasons;
  }

  Optional<String> reason(ExtensionContext context) {
    Class<?> type = context.getRequiredTestClass();
    String whole = reasons.get(type.getName());
    if (whole != null) {
      return Optional.of(whole);
    }
    return context
        .getTestMethod()
        .map(Method::getName)
        .map(method -> reasons.get(type.getName() + "#" + method));
  }
}
