package io.coxswain.evidence.property;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test that must pass for all values of its {@link ForAll} parameters. A method without such
 * parameters is called once.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Test
@ExtendWith(PropertyExtension.class)
public @interface Property {

  /** The number of calls. */
  int tries() default 300;

  /** The seed of the generated arguments; empty to derive it from the name of the method. */
  String seed() default "";
}
