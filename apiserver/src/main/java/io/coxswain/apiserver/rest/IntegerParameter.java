package io.coxswain.apiserver.rest;

import io.coxswain.apiserver.error.StatusException;

/** An integer in the query of a request: ASCII digits with an optional sign. */
final class IntegerParameter {
  private IntegerParameter() {}

  /** Throws a 400 that quotes the value if it is no 64-bit integer. */
  static long parse(String value) {
    try {
      if (value.chars().allMatch(c -> c < 0x80)) {
        return Long.parseLong(value);
      }
    } catch (NumberFormatException e) {
      throw StatusException.badNumber(value);
    }
    throw StatusException.badNumber(value);
  }
}
