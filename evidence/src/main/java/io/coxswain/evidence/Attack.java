package io.coxswain.evidence;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a test that reproduces an attack or a failure and shows that the system withstands it. The
 * value describes the attempt in a few words, such as {@code "JSON Patch that copies a value until
 * it is gigabytes large"}. The build lists all attacks with the results of their tests.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Attack {
  String value();
}
