package io.coxswain.sim;

import io.coxswain.apiserver.ApiServer;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.env.Env;
import org.jspecify.annotations.Nullable;

/**
 * The initial state of all runs of a simulation: the objects of every cluster and those that the
 * simulation provides. Starting a server and installing CRDs takes most of a short run and always
 * yields the same state.
 *
 * @param image null to start from an empty store
 * @param boot the revision after which objects count as created by the simulation
 * @param nanos the virtual time at which the state was complete
 */
record InitialState(ApiServer.@Nullable Image image, long boot, long nanos) {
  static final InitialState EMPTY = new InitialState(null, 0, 0);

  static InitialState of(SimulatedWorld world) {
    return new InitialState(world.server().image(), world.bootRevision(), world.baton().nanos());
  }

  ApiServer server(Env env, ApiServerOptions options) {
    return image == null ? ApiServer.create(env, options) : ApiServer.create(env, options, image);
  }

  long bootRevision(ApiServer started) {
    return image == null ? started.revision() : boot;
  }
}
