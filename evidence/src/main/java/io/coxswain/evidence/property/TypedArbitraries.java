package io.coxswain.evidence.property;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/** Derives generators from the types of parameters and the constraints in their annotations. */
final class TypedArbitraries {

  private TypedArbitraries() {}

  static Arbitrary<?> of(Parameter parameter) {
    return of(parameter.getAnnotatedType(), parameter);
  }

  private static Arbitrary<?> of(AnnotatedType type, AnnotatedElement element) {
    Class<?> raw = rawType(type.getType());
    if (raw == boolean.class || raw == Boolean.class) {
      return Arbitraries.of(true, false);
    }
    if (raw == int.class || raw == Integer.class) {
      IntRange range = find(IntRange.class, type, element);
      return range == null
          ? Arbitraries.integers()
          : Arbitraries.integers().between(range.min(), range.max());
    }
    if (raw == long.class || raw == Long.class) {
      return Arbitraries.longs();
    }
    if (raw == double.class || raw == Double.class) {
      DoubleRange range = find(DoubleRange.class, type, element);
      return range == null
          ? Arbitraries.doubles(-Double.MAX_VALUE / 2, Double.MAX_VALUE / 2)
          : Arbitraries.doubles(range.min(), range.max());
    }
    if (raw == String.class) {
      boolean letters = find(AlphaChars.class, type, element) != null;
      return sized(letters ? Arbitraries.letters() : Arbitraries.strings(), type, element);
    }
    if (raw.isEnum()) {
      return choices -> raw.getEnumConstants()[choices.index(raw.getEnumConstants().length)];
    }
    if (type instanceof AnnotatedParameterizedType parameterized) {
      AnnotatedType argument = parameterized.getAnnotatedActualTypeArguments()[0];
      Arbitrary<?> elements = of(argument, argument);
      if (raw.isAssignableFrom(java.util.List.class)) {
        boolean unique = find(UniqueElements.class, type, element) != null;
        SizedArbitrary<?> lists = elements.list();
        return sized(unique ? lists.uniqueElements() : lists, type, element);
      }
      if (raw == java.util.Set.class) {
        return sized(elements.set(), type, element);
      }
    }
    throw new IllegalArgumentException("no values are known for " + type + ": name a @Provide");
  }

  private static Arbitrary<?> sized(
      SizedArbitrary<?> collections, AnnotatedType type, AnnotatedElement element) {
    Size size = find(Size.class, type, element);
    if (size == null) {
      return collections;
    }
    return size.value() > 0
        ? collections.ofSize(size.value())
        : collections.ofMaxSize(size.max()).ofMinSize(size.min());
  }

  private static <A extends java.lang.annotation.Annotation> @Nullable A find(
      Class<A> annotation, AnnotatedType type, AnnotatedElement element) {
    A onType = type.getAnnotation(annotation);
    return onType != null ? onType : element.getAnnotation(annotation);
  }

  private static Class<?> rawType(Type type) {
    return type instanceof ParameterizedType parameterized
        ? (Class<?>) parameterized.getRawType()
        : (Class<?>) type;
  }
}
