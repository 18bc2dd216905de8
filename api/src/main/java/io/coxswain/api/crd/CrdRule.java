package io.coxswain.api.crd;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A CEL expression that must hold, and what to say when it does not. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE_USE)
@Repeatable(CrdRule.All.class)
public @interface CrdRule {
  String value();

  String message();

  /** Several of them; written by the compiler. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.TYPE_USE)
  @interface All {
    CrdRule[] value();
  }
}
