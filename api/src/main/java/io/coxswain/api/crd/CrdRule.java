package io.coxswain.api.crd;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A CEL expression that must be true, and the message if it is not. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE_USE)
@Repeatable(CrdRule.All.class)
public @interface CrdRule {
  String value();

  String message();

  /** The container annotation, added by the compiler. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.TYPE_USE)
  @interface All {
    CrdRule[] value();
  }
}
