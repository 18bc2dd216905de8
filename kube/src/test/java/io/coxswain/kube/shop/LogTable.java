package io.coxswain.kube.shop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The tables of log lines in {@code docs/parity/kube-logs.md}. */
public final class LogTable {
  private final List<Row> rows;

  /**
   * One message.
   *
   * @param verbosity a number, or {@code error}
   */
  public record Row(String controllers, String message, List<String> keys, String verbosity) {
    private boolean isOf(String controller) {
      String name = controller.replace("-controller", "");
      return controllers.equals("all")
          || controllers.equals(controller)
          || Arrays.stream(controllers.split(", "))
              .anyMatch(each -> each.replaceFirst("-(controller)?$", "").equals(name));
    }
  }

  private LogTable(List<Row> rows) {
    this.rows = rows;
  }

  public static LogTable read() {
    Path page = Path.of(System.getProperty("coxswain.root", ".."), "docs/parity/kube-logs.md");
    try {
      return new LogTable(
          Files.readAllLines(page).stream()
              .filter(line -> line.startsWith("| ") && !line.startsWith("| Controller"))
              .map(line -> line.substring(1, line.length() - 1).split("\\|"))
              .filter(cells -> cells.length == 4)
              .map(LogTable::row)
              .toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Row row(String[] cells) {
    String keys = cells[2].replaceFirst(" \\(`.*`\\)", "").strip();
    return new Row(
        cells[0].strip(),
        cells[1].strip(),
        keys.isEmpty() ? List.of() : List.of(keys.split(", ")),
        cells[3].strip());
  }

  public List<Row> rows() {
    return rows;
  }

  /** The rows of a message of a controller. */
  public List<Row> find(String controller, String message) {
    return rows.stream()
        .filter(row -> row.message().equals(message) && row.isOf(controller))
        .toList();
  }

  /** The verbosity of a message of any controller. */
  public Optional<String> verbosity(String message) {
    return rows.stream()
        .filter(row -> row.message().equals(message))
        .map(Row::verbosity)
        .findFirst();
  }
}
