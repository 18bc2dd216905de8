package io.coxswain.evidence.property;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The inclusive range of a floating-point number. */
@Target({ElementType.PARAMETER, ElementType.TYPE_USE})
@Retention(RetentionPolicy.RUNTIME)
public @interface DoubleRange {

  /** The smallest value. */
  double min() default 0;

  /** The largest value. */
  double max() default Double.MAX_VALUE;
}
