package io.coxswain.evidence.property;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The inclusive range of an integer. */
@Target({ElementType.PARAMETER, ElementType.TYPE_USE})
@Retention(RetentionPolicy.RUNTIME)
public @interface IntRange {

  /** The smallest value. */
  int min() default 0;

  /** The largest value. */
  int max() default Integer.MAX_VALUE;
}
