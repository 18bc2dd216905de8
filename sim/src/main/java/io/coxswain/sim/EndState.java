package io.coxswain.sim;

import io.coxswain.env.ApiTransport;

/** What a run leaves behind. */
final class EndState {
  private EndState() {}

  static String of(ApiTransport server) {
    return "";
  }
}
