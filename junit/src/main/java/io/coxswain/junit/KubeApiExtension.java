package io.coxswain.junit;

import io.coxswain.env.Env;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Starts a server when a test first requests one, and closes it when the test has ended. */
final class KubeApiExtension implements ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(KubeApiExtension.class);

  /** Gives a constructor the server of the test that it is called for. */
  @Override
  public ExtensionContextScope getTestInstantiationExtensionContextScope(ExtensionContext root) {
    return ExtensionContextScope.TEST_METHOD;
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return type == KubernetesClient.class || type == KubeServer.class || type == ManualTime.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    if (context.getTestMethod().isEmpty()) {
      throw new ExtensionConfigurationException(
          parameter.getParameter()
              + ": each test has a server of its own, so there is none for the class; use"
              + " @BeforeEach, or KubeServer.start() for one that tests share");
    }
    KubeServer server = stored(context, KubeServer.class, () -> start(context));
    Class<?> type = parameter.getParameter().getType();
    if (type == KubeServer.class) {
      return server;
    }
    return type == ManualTime.class ? server.time() : server.client();
  }

  private static KubeServer start(ExtensionContext context) {
    Class<?> test = context.getRequiredTestClass();
    KubeApi wanted = annotation(test);
    KubeServer.Snapshot beginning = beginning(wanted, test, context);
    return KubeServer.start(
        beginning,
        new KubeServerOptions(wanted.controllers(), wanted.nodes(), wanted.manualTime()));
  }

  /** Finds the annotation on the class, a superclass, or the enclosing class. */
  private static KubeApi annotation(Class<?> test) {
    for (Class<?> type = test; type != null; type = type.getEnclosingClass()) {
      @Nullable KubeApi found = type.getAnnotation(KubeApi.class);
      if (found != null) {
        return found;
      }
    }
    throw new ExtensionConfigurationException(test + " is not marked with @KubeApi");
  }

  /** Created once per class: the manifests applied to a new server. */
  private static KubeServer.Snapshot beginning(
      KubeApi wanted, Class<?> test, ExtensionContext context) {
    ExtensionContext ofClass = context;
    while (ofClass.getTestMethod().isPresent()) {
      ofClass = ofClass.getParent().orElseThrow();
    }
    return stored(
        ofClass,
        KubeServer.Snapshot.class,
        () -> {
          try (var server = KubeServer.start()) {
            for (String manifest : wanted.manifests()) {
              server.apply(manifest, read(manifest, test));
            }
            return server.snapshot();
          }
        });
  }

  /** Calls the method that JUnit 5 has too; its successor of JUnit 6 differs only for nulls. */
  @SuppressWarnings("deprecation")
  private static <T> T stored(ExtensionContext context, Class<T> type, Supplier<T> creator) {
    return Objects.requireNonNull(
        context.getStore(NAMESPACE).getOrComputeIfAbsent(type, _ -> creator.get(), type));
  }

  private static String read(String manifest, Class<?> test) {
    try (@Nullable InputStream resource = test.getResourceAsStream(manifest)) {
      byte[] bytes =
          resource != null
              ? resource.readAllBytes()
              : Env.production().files().read(Path.of(manifest));
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new ExtensionConfigurationException(
          "@KubeApi(manifests = \""
              + manifest
              + "\") of "
              + test.getName()
              + ": neither a resource beside the class nor a file that can be read",
          e);
    }
  }
}
