package io.coxswain.sim.junit;

import io.coxswain.sim.Chaos;
import io.coxswain.sim.Fault;
import io.coxswain.sim.Seeds;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.Sweep;
import io.coxswain.sim.World;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/** Calls a {@link Simulated} test as the script of a simulation, once for each run. */
final class SimulationExtension implements InvocationInterceptor, ParameterResolver {

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType().equals(World.class);
  }

  /** JUnit requires a value before the run is known; the real one is passed in each call. */
  @Override
  public @Nullable Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return null;
  }

  @Override
  public void interceptTestMethod(
      Invocation<@Nullable Void> invocation,
      ReflectiveInvocationContext<Method> call,
      ExtensionContext context) {
    invocation.skip();
    Method method = call.getExecutable();
    Simulated how = method.getAnnotation(Simulated.class);
    if (how == null || !(call.getTarget().orElse(null) instanceof SimulatedTest test)) {
      throw new ExtensionConfigurationException(
          method + ": the class of a @Simulated test implements SimulatedTest");
    }
    method.setAccessible(true);
    Simulation simulation = test.simulation().script(world -> invoke(method, test, world));
    var _ = Seeds.of(simulation, how.seeds()).run();
    Fault[] kinds = how.faults().length == 0 ? Fault.values() : how.faults();
    for (String process : how.sweep()) {
      var _ = Sweep.of(simulation, process).faults(kinds).run();
    }
    if (how.chaos() > 0) {
      var _ = Chaos.of(simulation, how.sweep()).faults(kinds).plans(how.chaos()).run();
    }
  }

  private static void invoke(Method method, Object test, World world) throws Exception {
    try {
      method.invoke(test, world);
    } catch (InvocationTargetException e) {
      switch (e.getCause()) {
        case Exception thrown -> throw thrown;
        case Error thrown -> throw thrown;
        case null, default -> throw e;
      }
    }
  }
}
