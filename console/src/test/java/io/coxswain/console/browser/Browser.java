package io.coxswain.console.browser;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives tests the browser of this machine, one for all classes; without one they are left out. */
final class Browser implements BeforeAllCallback, ParameterResolver {
  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(Browser.class);

  @Override
  public void beforeAll(ExtensionContext context) {
    if (Chromium.find().isEmpty()) {
      String line =
          context.getRequiredTestClass().getSimpleName()
              + " is left out: there is no Chromium on this machine";
      System.out.println(line);
      Assumptions.abort(line);
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Chromium.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getRoot()
        .getStore(NAMESPACE)
        .computeIfAbsent(Chromium.class, type -> start(), Chromium.class);
  }

  private static Chromium start() {
    Optional<Path> program = Chromium.find();
    try {
      return Chromium.start(program.orElseThrow());
    } catch (IOException e) {
      throw new IllegalStateException("Chromium does not start", e);
    }
  }
}
