package io.coxswain.env;

import java.lang.reflect.Proxy;

/**
 * SIGINT, through the JDK's {@code sun.misc.Signal}: there is no other way to hear of it more than
 * once. By reflection, since the compiler warns of each use of that package and cannot be told not
 * to.
 */
final class InterruptSignal {
  private InterruptSignal() {}

  @SuppressWarnings("ReferenceEquality") // a proxy is equal to itself alone
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
          throw new IllegalStateException("the handler of SIGINT cannot be put back", e);
        }
      };
    } catch (ReflectiveOperationException | IllegalArgumentException e) {
      return () -> {};
    }
  }
}
