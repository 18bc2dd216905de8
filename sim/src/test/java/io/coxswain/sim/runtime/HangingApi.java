package io.coxswain.sim.runtime;

import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiStream;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.ApiWatch;
import io.coxswain.env.Bell;
import io.coxswain.env.Env;
import java.io.IOException;

/** A server that takes requests and never answers. */
final class HangingApi implements ApiTransport {
  private final Bell never;

  HangingApi(Env env) {
    this.never = env.tasks().newBell();
  }

  @Override
  public ApiResponse call(ApiRequest request) throws IOException {
    never.await(never.rings());
    throw new IOException("it answered");
  }

  @Override
  public ApiWatch watch(ApiRequest request) throws IOException {
    never.await(never.rings());
    throw new IOException("it answered");
  }

  @Override
  public ApiStream open(ApiRequest request) throws IOException {
    never.await(never.rings());
    throw new IOException("it answered");
  }
}
