package io.coxswain.env;

import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * A value that is bound to the current thread for the duration of an action, and to no other: tasks
 * that the action spawns do not inherit it. A binding within the action hides the outer one until
 * it ends. The class has what is used of the JDK's {@code ScopedValue}, which Java 21 does not
 * have.
 *
 * @param <T> the type of the value
 */
public final class Binding<T> {
  @SuppressWarnings("ThreadLocalUsage") // the binding itself is in a static field
  private final ThreadLocal<@Nullable T> current = new ThreadLocal<>();

  /** An action that returns a result. */
  @FunctionalInterface
  public interface Call<R, X extends Exception> {
    R call() throws X;
  }

  /** An action without a result. */
  @FunctionalInterface
  public interface Action<X extends Exception> {
    void run() throws X;
  }

  /**
   * Calls the action while the value is bound.
   *
   * @throws X what the action throws
   */
  public <R, X extends Exception> R call(T value, Call<R, X> action) throws X {
    T outer = current.get();
    current.set(value);
    try {
      return action.call();
    } finally {
      if (outer == null) {
        current.remove();
      } else {
        current.set(outer);
      }
    }
  }

  /**
   * Runs the action while the value is bound.
   *
   * @throws X what the action throws
   */
  public <X extends Exception> void run(T value, Action<X> action) throws X {
    call(
        value,
        () -> {
          action.run();
          return true;
        });
  }

  public boolean isBound() {
    return current.get() != null;
  }

  /**
   * The value bound to the current thread.
   *
   * @throws NoSuchElementException if none is bound
   */
  public T get() {
    T value = current.get();
    if (value == null) {
      throw new NoSuchElementException("no value is bound to this thread");
    }
    return value;
  }
}
