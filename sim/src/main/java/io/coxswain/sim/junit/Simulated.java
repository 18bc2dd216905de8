package io.coxswain.sim.junit;

import io.coxswain.sim.Fault;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test in virtual time. The method takes a {@link io.coxswain.sim.World} and may be called any
 * number of times, each time in a world of its own.
 */
@Test
@ExtendWith(SimulationExtension.class)
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Simulated {
  /** For how many seeds. */
  int seeds() default 20;

  /** Processes for which every fault is tried at every API write. */
  String[] sweep() default {};

  /** The kinds of faults to sweep with; all when empty. */
  Fault[] faults() default {};

  /** How many random plans of several faults to run, among the processes of {@link #sweep}. */
  int chaos() default 0;
}
