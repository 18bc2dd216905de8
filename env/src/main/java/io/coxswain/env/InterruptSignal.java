package io.coxswain.env;

import java.lang.reflect.Proxy;

/**
 * Handles SIGINT through the JDK's {@code sun.misc.Signal}, the only way to receive it more than
 * once. Uses reflection, because the compiler warns about each use of that package and the warning
 * cannot be suppressed.
 */
final class InterruptSignal {
  private InterruptSignal() {}

  @SuppressWarnings("ReferenceEquality") // a proxy is equal only to itself
  static Program.Registration caughtBy(Runnable action) {
    try {
      Class<?> type = Class.forName("sun.misc.Signal");
      Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
      Object signal = type.getConstructor(String.class).newInstance("INT");
      Object handler =
          Proxy.newProxyInstance(
              handlerType.getClassLoader(),
              new Class<?>[] {handlerType},
              (_, method, arguments) -> {
                if (method.getDeclaringClass().equals(Object.class)) {
                  return method.invoke(action, arguments);
                }
                action.run();
                return null;
              });
      var handle = type.getMethod("handle", type, handlerType);
      Object before = handle.invoke(null, signal, handler);
      return () -> {
        try {
          handle.invoke(null, signal, before);
        } catch (ReflectiveOperationException e) {
          throw new IllegalStateException("cannot restore the handler of SIGINT", e);
        }
      };
    } catch (ReflectiveOperationException | IllegalArgumentException e) {
      return () -> {};
    }
  }
}
