package io.coxswain.sim;

import io.coxswain.apiserver.ApiServer;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.env.Env;
import org.jspecify.annotations.Nullable;

/**
 * What all runs of a simulation begin with: the objects that every cluster has and those that the
 * simulation gives. To start a server and to install definitions is the greater part of a short
 * run, and always the same.
 *
 * @param image null to start from nothing
 * @param boot the revision after which objects count as made by the simulation
 * @param nanos the virtual time at which they were there
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
