package io.coxswain.api.crd;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A column of {@code kubectl get}, in the order of the annotations. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@Repeatable(Column.All.class)
public @interface Column {
  String name();

  String path();

  String type() default "string";

  String description() default "";

  /** Above 0, the column is shown only in wide output. */
  int priority() default 0;

  /** The container annotation, added by the compiler. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.TYPE)
  @interface All {
    Column[] value();
  }
}
