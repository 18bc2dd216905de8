package io.coxswain.evidence.property;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The number of elements of a collection, or of characters of a string. */
@Target({ElementType.PARAMETER, ElementType.TYPE_USE})
@Retention(RetentionPolicy.RUNTIME)
public @interface Size {

  /** The exact number; 0 to use the limits. */
  int value() default 0;

  /** The minimum. */
  int min() default 0;

  /** The maximum. */
  int max() default Arbitraries.DEFAULT_SIZE;
}
