package io.coxswain.evidence;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Ties a test to the numbered acceptance scenarios it shows, such as {@code "jobset-12"}. An id is
 * claimed only by a test that fails when the behaviour is wrong; the build counts the claims per
 * specification.
 */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface Scenario {
  String[] value();
}
