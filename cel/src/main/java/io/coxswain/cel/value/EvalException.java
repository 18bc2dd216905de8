package io.coxswain.cel.value;

/** An expression has no value; the text is that of cel-go. */
public final class EvalException extends Exception {
  public EvalException(String message) {
    super(message, null, false, false);
  }

  public static EvalException noSuchOverload() {
    return new EvalException("no such overload");
  }

  public static EvalException noSuchKey(Object key) {
    return new EvalException("no such key: " + Texts.of(key));
  }

  /** The message. */
  public String text() {
    return String.valueOf(getMessage());
  }
}
