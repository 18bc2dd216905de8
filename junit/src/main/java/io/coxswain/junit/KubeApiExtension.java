package io.coxswain.junit;

import io.coxswain.env.Env;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Starts a server when a test first asks for one, and closes it when the test is over. */
final class KubeApiExtension implements ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(KubeApiExtension.class);

  /** So that a constructor gets the server of the test that it is called for. */
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
    KubeServer server =
        context
            .getStore(NAMESPACE)
            .computeIfAbsent(KubeServer.class, _ -> start(context), KubeServer.class);
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

  /** The one of the class, of one it extends, or of the one around it. */
  private static KubeApi annotation(Class<?> test) {
    for (Class<?> type = test; type != null; type = type.getEnclosingClass()) {
      @Nullable KubeApi found = type.getAnnotation(KubeApi.class);
      if (found != null) {
        return found;
      }
    }
    throw new ExtensionConfigurationException(test + " is not marked with @KubeApi");
  }

  /** Made once for the class: the manifests applied to a new server. */
  private static KubeServer.Snapshot beginning(
      KubeApi wanted, Class<?> test, ExtensionContext context) {
    ExtensionContext ofClass = context;
    while (ofClass.getTestMethod().isPresent()) {
      ofClass = ofClass.getParent().orElseThrow();
    }
    return ofClass
        .getStore(NAMESPACE)
        .computeIfAbsent(
            KubeServer.Snapshot.class,
            _ -> {
              try (var server = KubeServer.start()) {
                for (String manifest : wanted.manifests()) {
                  server.apply(manifest, read(manifest, test));
                }
                return server.snapshot();
              }
            },
            KubeServer.Snapshot.class);
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
