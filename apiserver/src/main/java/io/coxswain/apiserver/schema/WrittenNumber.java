package io.coxswain.apiserver.schema;

import com.fasterxml.jackson.databind.node.DoubleNode;

/** A fraction that remembers how it was written, because quantities and messages quote that. */
final class WrittenNumber extends DoubleNode {
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

  @Override
  public boolean equals(Object other) {
    return super.equals(other);
  }

  @Override
  public int hashCode() {
    return super.hashCode();
  }
}
