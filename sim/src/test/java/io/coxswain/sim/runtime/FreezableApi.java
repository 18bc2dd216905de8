package io.coxswain.sim.runtime;

import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiStream;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.ApiWatch;
import io.coxswain.env.Bell;
import io.coxswain.env.Env;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A way to the server on which watches can fall silent without breaking. */
final class FreezableApi implements ApiTransport {
  private final ApiTransport server;
  private final Bell never;
  boolean frozen;
  private int generation;

  FreezableApi(Env env) {
    this.server = env.api();
    this.never = env.tasks().newBell();
  }

  /** Silences the watches that are open now, but none that is opened later. */
  void freezeOpenWatches() {
    generation++;
  }

  @Override
  public ApiResponse call(ApiRequest request) throws IOException {
    return server.call(request);
  }

  @Override
  public ApiWatch watch(ApiRequest request) throws IOException {
    ApiWatch watch = server.watch(request);
    int opened = generation;
    return new ApiWatch() {
      @Override
      public int status() {
        return watch.status();
      }

      @Override
      public ApiResponse errorResponse() {
        return watch.errorResponse();
      }

      @Override
      public @Nullable Frame next() throws IOException {
        Frame frame = watch.next();
        if (frozen || opened < generation) {
          never.await(never.rings());
        }
        return frame;
      }

      @Override
      public void close() {
        watch.close();
      }
    };
  }

  @Override
  public ApiStream open(ApiRequest request) throws IOException {
    return server.open(request);
  }
}
