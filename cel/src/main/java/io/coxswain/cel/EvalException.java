package io.coxswain.cel;

/** An expression has no value; the text is that of cel-go. */
public final class EvalException extends Exception {
  EvalException(String message) {
    super(message, null, false, false);
  }

  static EvalException noSuchOverload() {
    return new EvalException("no such overload");
  }

  static EvalException noSuchKey(Object key) {
    return new EvalException("no such key: " + Texts.of(key));
  }

  /** The message. */
  public String text() {
    return String.valueOf(getMessage());
  }
}
