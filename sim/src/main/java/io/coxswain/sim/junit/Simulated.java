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
 * number of times, each time in a separate world.
 */
@Test
@ExtendWith(SimulationExtension.class)
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Simulated {
  /** The number of seeds. */
  int seeds() default 20;

  /** Processes for which every fault is tried at every API write. */
  String[] sweep() default {};

  /** The kinds of faults to sweep with; all if empty. */
  Fault[] faults() default {};

  /** The number of random plans of several faults to run, for the processes of {@link #sweep}. */
  int chaos() default 0;
}
