package io.coxswain.apiserver.rest;

import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiStream;
import io.coxswain.env.ApiWatch;

/** What a request is answered with. */
public sealed interface Answer {

  /** All at once. */
  record Whole(ApiResponse response) implements Answer {}

  /** Event by event. */
  record Watch(ApiWatch watch) implements Answer {}

  /** In both directions, once the connection has been upgraded. */
  record Session(PodSession session) implements Answer {}

  /** Piece by piece, as plain text. */
  record Stream(ApiStream stream) implements Answer {}
}
