package io.coxswain.apiserver.table;

/**
 * One column.
 *
 * @param priority above 0: shown only when wide output is asked for
 */
record Column(String name, String type, String format, String description, int priority) {
  static final Column NAME = new Column("Name", "string", "name", "The name of the object", 0);

  /**
   * Reads {@code Name}, {@code Desired#} (integer), {@code Suspend?} (boolean), {@code IP*} (wide
   * output only).
   */
  static Column parse(String text) {
    if (text.equals("Name")) {
      return NAME;
    }
    int priority = text.endsWith("*") ? 1 : 0;
    String rest = text.substring(0, text.length() - priority);
    String type = rest.endsWith("#") ? "integer" : rest.endsWith("?") ? "boolean" : "string";
    String name = type.equals("string") ? rest : rest.substring(0, rest.length() - 1);
    return new Column(name, type, "", "", priority);
  }
}
