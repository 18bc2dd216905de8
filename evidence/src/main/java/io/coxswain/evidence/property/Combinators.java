package io.coxswain.evidence.property;

import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Combines the values of several generators. */
public final class Combinators {

  private Combinators() {}

  /** Combines two generators. */
  public static <A extends @Nullable Object, B extends @Nullable Object> Two<A, B> combine(
      Arbitrary<A> a, Arbitrary<B> b) {
    return new Two<>(a, b);
  }

  /** Combines three generators. */
  public static <A extends @Nullable Object, B extends @Nullable Object, C extends @Nullable Object>
      Three<A, B, C> combine(Arbitrary<A> a, Arbitrary<B> b, Arbitrary<C> c) {
    return new Three<>(a, b, c);
  }

  /** Combines four generators. */
  public static <
          A extends @Nullable Object,
          B extends @Nullable Object,
          C extends @Nullable Object,
          D extends @Nullable Object>
      Four<A, B, C, D> combine(Arbitrary<A> a, Arbitrary<B> b, Arbitrary<C> c, Arbitrary<D> d) {
    return new Four<>(a, b, c, d);
  }

  /** Combines five generators. */
  public static <
          A extends @Nullable Object,
          B extends @Nullable Object,
          C extends @Nullable Object,
          D extends @Nullable Object,
          E extends @Nullable Object>
      Five<A, B, C, D, E> combine(
          Arbitrary<A> a, Arbitrary<B> b, Arbitrary<C> c, Arbitrary<D> d, Arbitrary<E> e) {
    return new Five<>(a, b, c, d, e);
  }

  /** Combines six generators. */
  public static <
          A extends @Nullable Object,
          B extends @Nullable Object,
          C extends @Nullable Object,
          D extends @Nullable Object,
          E extends @Nullable Object,
          F extends @Nullable Object>
      Six<A, B, C, D, E, F> combine(
          Arbitrary<A> a,
          Arbitrary<B> b,
          Arbitrary<C> c,
          Arbitrary<D> d,
          Arbitrary<E> e,
          Arbitrary<F> f) {
    return new Six<>(a, b, c, d, e, f);
  }

  /** Combines any number of generators of one type. */
  public static <T extends @Nullable Object> Many<T> combine(List<Arbitrary<T>> generators) {
    return new Many<>(generators);
  }

  /** Two generators. */
  public record Two<A extends @Nullable Object, B extends @Nullable Object>(
      Arbitrary<A> a, Arbitrary<B> b) {

    /** Generates combined values. */
    public <R> Arbitrary<R> as(BiFunction<A, B, R> combination) {
      return choices -> combination.apply(a.generate(choices), b.generate(choices));
    }
  }

  /** Three generators. */
  public record Three<
      A extends @Nullable Object, B extends @Nullable Object, C extends @Nullable Object>(
      Arbitrary<A> a, Arbitrary<B> b, Arbitrary<C> c) {

    /** Generates combined values. */
    public <R> Arbitrary<R> as(Function3<A, B, C, R> combination) {
      return choices ->
          combination.apply(a.generate(choices), b.generate(choices), c.generate(choices));
    }
  }

  /** Four generators. */
  public record Four<
      A extends @Nullable Object,
      B extends @Nullable Object,
      C extends @Nullable Object,
      D extends @Nullable Object>(
      Arbitrary<A> a, Arbitrary<B> b, Arbitrary<C> c, Arbitrary<D> d) {

    /** Generates combined values. */
    public <R> Arbitrary<R> as(Function4<A, B, C, D, R> combination) {
      return choices ->
          combination.apply(
              a.generate(choices), b.generate(choices), c.generate(choices), d.generate(choices));
    }
  }

  /** Five generators. */
  public record Five<
      A extends @Nullable Object,
      B extends @Nullable Object,
      C extends @Nullable Object,
      D extends @Nullable Object,
      E extends @Nullable Object>(
      Arbitrary<A> a, Arbitrary<B> b, Arbitrary<C> c, Arbitrary<D> d, Arbitrary<E> e) {

    /** Generates combined values. */
    public <R> Arbitrary<R> as(Function5<A, B, C, D, E, R> combination) {
      return choices ->
          combination.apply(
              a.generate(choices),
              b.generate(choices),
              c.generate(choices),
              d.generate(choices),
              e.generate(choices));
    }
  }

  /** Six generators. */
  public record Six<
      A extends @Nullable Object,
      B extends @Nullable Object,
      C extends @Nullable Object,
      D extends @Nullable Object,
      E extends @Nullable Object,
      F extends @Nullable Object>(
      Arbitrary<A> a,
      Arbitrary<B> b,
      Arbitrary<C> c,
      Arbitrary<D> d,
      Arbitrary<E> e,
      Arbitrary<F> f) {

    /** Generates combined values. */
    public <R> Arbitrary<R> as(Function6<A, B, C, D, E, F, R> combination) {
      return choices ->
          combination.apply(
              a.generate(choices),
              b.generate(choices),
              c.generate(choices),
              d.generate(choices),
              e.generate(choices),
              f.generate(choices));
    }
  }

  /** Any number of generators of one type. */
  public record Many<T extends @Nullable Object>(List<Arbitrary<T>> generators) {

    /** Generates combined values. */
    public <R> Arbitrary<R> as(Function<List<T>, R> combination) {
      return choices ->
          combination.apply(generators.stream().map(g -> g.generate(choices)).toList());
    }
  }

  /** Combines three values. */
  @FunctionalInterface
  public interface Function3<
      A extends @Nullable Object, B extends @Nullable Object, C extends @Nullable Object, R> {
    R apply(A a, B b, C c);
  }

  /** Combines four values. */
  @FunctionalInterface
  public interface Function4<
      A extends @Nullable Object,
      B extends @Nullable Object,
      C extends @Nullable Object,
      D extends @Nullable Object,
      R> {
    R apply(A a, B b, C c, D d);
  }

  /** Combines five values. */
  @FunctionalInterface
  public interface Function5<
      A extends @Nullable Object,
      B extends @Nullable Object,
      C extends @Nullable Object,
      D extends @Nullable Object,
      E extends @Nullable Object,
      R> {
    R apply(A a, B b, C c, D d, E e);
  }

  /** Combines six values. */
  @FunctionalInterface
  public interface Function6<
      A extends @Nullable Object,
      B extends @Nullable Object,
      C extends @Nullable Object,
      D extends @Nullable Object,
      E extends @Nullable Object,
      F extends @Nullable Object,
      R> {
    R apply(A a, B b, C c, D d, E e, F f);
  }
}
