package io.coxswain.apiserver.yaml;

/**
 * A text that is not YAML, or YAML that JSON cannot represent; the message is that of Go's decoder.
 */
public final class YamlException extends Exception {
  YamlException(String text) {
    super(text, null, false, false);
  }

  public String text() {
    return String.valueOf(getMessage());
  }
}
