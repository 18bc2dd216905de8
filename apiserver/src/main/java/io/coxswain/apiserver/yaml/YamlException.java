package io.coxswain.apiserver.yaml;

/** A text that is not YAML, or no YAML that JSON could say; the message is that of Go's decoder. */
public final class YamlException extends Exception {
  YamlException(String text) {
    super(text, null, false, false);
  }

  public String text() {
    return String.valueOf(getMessage());
  }
}
