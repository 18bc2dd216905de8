package io.coxswain.api.crd;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * How a list is merged: {@code atomic}, {@code set}, or {@code map} with the fields that identify
 * an item.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE_USE)
public @interface CrdListType {
  String value();

  String[] keys() default {};
}
