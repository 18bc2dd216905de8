package io.coxswain.apiserver.table;

/**
 * One column.
 *
 * @param priority above 0: shown only in wide output
 */
record Column(String name, String type, String format, String description, int priority) {
  static final Column NAME =
      new Column("Name", "string", "name", "", 0)
          .described(Descriptions.of(Descriptions.ANY, "Name"));

  /**
   * Parses {@code Name}, {@code Desired#} (integer), {@code Suspend?} (boolean), {@code Created
   * At@} (date), {@code IP*} (wide output only). The name of the object, and a column with the
   * suffix {@code !}, has the format of a name, unless it has the suffix {@code =}.
   */
  static Column parse(String text) {
    int priority = text.endsWith("*") ? 1 : 0;
    String rest = text.substring(0, text.length() - priority);
    String type =
        switch (rest.charAt(rest.length() - 1)) {
          case '#' -> "integer";
          case '?' -> "boolean";
          case '@' -> "date";
          default -> "string";
        };
    String marked = type.equals("string") ? rest : rest.substring(0, rest.length() - 1);
    boolean isName = marked.equals("Name") || marked.startsWith("!");
    boolean said = marked.startsWith("!") || marked.startsWith("=");
    String name = said ? marked.substring(1) : marked;
    return new Column(name, type, isName ? "name" : "", "", priority);
  }

  Column described(String text) {
    return new Column(name, type, format, text, priority);
  }
}
