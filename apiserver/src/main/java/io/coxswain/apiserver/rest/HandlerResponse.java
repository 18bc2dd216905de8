package io.coxswain.apiserver.rest;

import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiStream;
import io.coxswain.env.ApiWatch;

/** What a request is answered with. */
public sealed interface HandlerResponse {

  /** All at once. */
  record Whole(ApiResponse response) implements HandlerResponse {}

  /** Event by event. */
  record Watch(ApiWatch watch) implements HandlerResponse {}

  /** In both directions, once the connection has been upgraded. */
  record Session(PodSession session) implements HandlerResponse {}

  /** Piece by piece, as plain text. */
  record Stream(ApiStream stream) implements HandlerResponse {}
}
