package io.coxswain.evidence.property;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/** Calls a {@link Property} with generated arguments, and looks for small ones that fail. */
final class PropertyExtension implements InvocationInterceptor, ParameterResolver {

  /** A number that is added to the seeds of all properties. */
  private static final String SEED = "coxswain.property.seed";

  /** The largest share of tries that {@link Assume} may discard, as one in so many that count. */
  private static final int MAX_DISCARDED = 5;

  /** The number of seeds that are tried for each smaller size after a failure. */
  private static final int SEEDS_PER_SIZE = 20;

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.isAnnotated(ForAll.class);
  }

  /** JUnit requires a value; the generated ones are passed in each call. */
  @Override
  public @Nullable Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return type.isPrimitive() ? java.lang.reflect.Array.get(newArray(type), 0) : null;
  }

  private static Object newArray(Class<?> type) {
    return java.lang.reflect.Array.newInstance(type, 1);
  }

  @Override
  public void interceptTestMethod(
      Invocation<@Nullable Void> invocation,
      ReflectiveInvocationContext<Method> call,
      ExtensionContext context)
      throws Throwable {
    invocation.skip();
    Method method = call.getExecutable();
    method.setAccessible(true);
    new Run(method, context.getRequiredTestInstance()).all();
  }

  /** All calls of one property. */
  private static final class Run {

    private final Method method;
    private final Object test;
    private final List<Arbitrary<?>> arguments = new ArrayList<>();

    Run(Method method, Object test) throws ReflectiveOperationException {
      this.method = method;
      this.test = test;
      for (Parameter parameter : method.getParameters()) {
        ForAll forAll = parameter.getAnnotation(ForAll.class);
        arguments.add(
            forAll.value().isEmpty()
                ? TypedArbitraries.of(parameter)
                : provided(test, forAll.value()));
      }
    }

    private static Arbitrary<?> provided(Object test, String name)
        throws ReflectiveOperationException {
      for (Class<?> type = test.getClass(); type != null; type = type.getSuperclass()) {
        for (Method candidate : type.getDeclaredMethods()) {
          if (candidate.getName().equals(name) && candidate.isAnnotationPresent(Provide.class)) {
            candidate.setAccessible(true);
            return (Arbitrary<?>) candidate.invoke(test);
          }
        }
      }
      throw new IllegalArgumentException("no @Provide method has the name " + name);
    }

    void all() throws Throwable {
      Property property = method.getAnnotation(Property.class);
      int tries = arguments.isEmpty() ? 1 : property.tries();
      var seeds = new SplittableRandom(seed(property));
      int discarded = 0;
      for (int counted = 0; counted < tries; ) {
        long seed = seeds.nextLong();
        int size = Math.min(Choices.FULL_SIZE, 5 + counted * 2 * Choices.FULL_SIZE / tries);
        try {
          attempt(seed, size);
          counted++;
        } catch (Assume.DiscardedException e) {
          if (++discarded > MAX_DISCARDED * tries) {
            throw new IllegalStateException("too many arguments were discarded: " + discarded, e);
          }
        } catch (Throwable e) {
          throw report(counted, seed, size, e);
        }
      }
    }

    private long seed(Property property) {
      String changed = System.getProperty(SEED, "");
      long chosen = changed.isEmpty() ? 0 : Long.parseLong(changed);
      return property.seed().isEmpty()
          ? chosen + (method.getDeclaringClass().getName() + "." + method.getName()).hashCode()
          : chosen + Long.parseLong(property.seed());
    }

    private void attempt(long seed, int size) throws Throwable {
      try {
        method.invoke(test, generate(seed, size));
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
    }

    private @Nullable Object[] generate(long seed, int size) {
      var choices = new Choices(seed, size);
      return arguments.stream().map(a -> a.generate(choices)).toArray();
    }

    /** Finds the smallest size at which one of a few seeds fails. */
    private AssertionError report(int number, long seed, int size, Throwable failure) {
      for (int smaller = 0; smaller < size; smaller++) {
        var seeds = new SplittableRandom(seed);
        for (int i = 0; i < SEEDS_PER_SIZE; i++) {
          long candidate = seeds.nextLong();
          try {
            attempt(candidate, smaller);
          } catch (Assume.DiscardedException e) {
            // does not count
          } catch (Throwable e) {
            return failed(number, candidate, smaller, e);
          }
        }
      }
      return failed(number, seed, size, failure);
    }

    private AssertionError failed(int number, long seed, int size, Throwable failure) {
      String shown = Arrays.deepToString(generate(seed, size));
      return new AssertionError(
          "%s fails at try %d with %s (seed %d, size %d): %s"
              .formatted(method.getName(), number + 1, shown, seed, size, failure.getMessage()),
          failure);
    }
  }
}
