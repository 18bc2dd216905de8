package io.coxswain.apiserver.schema;

import io.coxswain.api.GoFloatNode;

/** A fraction that keeps its original text, because quantities and messages quote it. */
final class WrittenNumber extends GoFloatNode {
  private static final long serialVersionUID = 1L;

  private final String text;

  WrittenNumber(double value, String text) {
    super(value);
    this.text = text;
  }

  @Override
  public String asText() {
    return text;
  }

  @Override
  public String toString() {
    return text;
  }
}
