package io.coxswain.api.beans;

import java.lang.invoke.LambdaConversionException;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Generates a direct call of a public member once it has been asked for often enough. Races between
 * tasks are harmless: a use is not counted, or the code is generated twice.
 */
final class HotAccessor<T> {
  /** Generating a call takes about 100 us and saves about 0.1 us per use. */
  static final int USES = 1_000;

  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

  private final Source<T> source;
  private int uses;
  private @Nullable T direct;

  private HotAccessor(Source<T> source) {
    this.source = source;
  }

  /** Generates the call. */
  private interface Source<T> {
    T make() throws LambdaConversionException, IllegalAccessException;
  }

  static HotAccessor<Function<Object, @Nullable Object>> getter(Method method) {
    return new HotAccessor<>(
        () ->
            lambda(
                Function.class,
                "apply",
                MethodType.methodType(Object.class, Object.class),
                LOOKUP.unreflect(method),
                MethodType.methodType(
                    MethodType.methodType(method.getReturnType()).wrap().returnType(),
                    method.getDeclaringClass())));
  }

  static HotAccessor<BiConsumer<Object, @Nullable Object>> setter(Method method) {
    return new HotAccessor<>(
        () ->
            lambda(
                BiConsumer.class,
                "accept",
                MethodType.methodType(void.class, Object.class, Object.class),
                LOOKUP.unreflect(method),
                MethodType.methodType(
                    void.class, method.getDeclaringClass(), method.getParameterTypes()[0])));
  }

  static HotAccessor<Supplier<Object>> constructor(Constructor<?> constructor) {
    return new HotAccessor<>(
        () ->
            lambda(
                Supplier.class,
                "get",
                MethodType.methodType(Object.class),
                LOOKUP.unreflectConstructor(constructor),
                MethodType.methodType(constructor.getDeclaringClass())));
  }

  /** Whether generated code can call it: public, and known to the class loader of this class. */
  static boolean isCallable(Member member) {
    Class<?> owner = member.getDeclaringClass();
    return Modifier.isPublic(member.getModifiers())
        && !Modifier.isStatic(member.getModifiers())
        && Modifier.isPublic(owner.getModifiers())
        && Objects.equals(owner.getClassLoader(), HotAccessor.class.getClassLoader());
  }

  /** The direct call; null as long as it is not worth it. */
  @Nullable T direct() {
    T known = direct;
    if (known == null && uses <= USES && ++uses > USES) {
      known = generate();
      direct = known;
    }
    return known;
  }

  private @Nullable T generate() {
    try {
      return source.make();
    } catch (LambdaConversionException | IllegalAccessException e) {
      return null; // reflection can do more
    }
  }

  @SuppressWarnings("unchecked") // the type of the lambda
  private static <T> T lambda(
      Class<? super T> type,
      String method,
      MethodType erased,
      MethodHandle target,
      MethodType actual)
      throws LambdaConversionException {
    MethodHandle factory =
        LambdaMetafactory.metafactory(
                LOOKUP, method, MethodType.methodType(type), erased, target, actual)
            .getTarget();
    try {
      return (T) type.cast(factory.invoke());
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e); // constructors of lambdas throw nothing
    }
  }
}
