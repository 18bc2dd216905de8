package io.coxswain.apiserver.crd;

/** A column that tables of a custom kind have, beside the name. */
public record PrinterColumn(
    String name, String type, String format, String description, int priority, String jsonPath) {

  /** What a kind has that declares no columns. */
  public static final PrinterColumn AGE =
      new PrinterColumn(
          "Age", "date", "", "When the object was made", 0, ".metadata.creationTimestamp");
}
