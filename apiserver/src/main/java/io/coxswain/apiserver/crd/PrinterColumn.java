package io.coxswain.apiserver.crd;

/** A column in tables of a custom kind, in addition to the name. */
public record PrinterColumn(
    String name, String type, String format, String description, int priority, String jsonPath) {

  /** The only column of a kind that declares none. */
  public static final PrinterColumn AGE =
      new PrinterColumn(
          "Age", "date", "", "When the object was made", 0, ".metadata.creationTimestamp");
}
