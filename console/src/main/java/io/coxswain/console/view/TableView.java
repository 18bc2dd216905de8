package io.coxswain.console.view;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.console.browse.ServerTable;
import io.coxswain.env.CancelledException;
import java.time.Duration;

/** The objects of a kind in the server's columns. */
final class TableView implements View {
  private static final Duration PERIOD = Duration.ofSeconds(2);

  private final ServerTable table;
  private final String filter;
  private final int limit;

  TableView(ServerTable table, String filter, int limit) {
    this.table = table;
    this.filter = filter;
    this.limit = limit;
  }

  @Override
  public ObjectNode render() throws CancelledException {
    try {
      return table.live(filter, limit);
    } catch (ApiException e) {
      ObjectNode document = Documents.of("table");
      document
          .putObject("error")
          .put("code", e.code())
          .put("reason", String.valueOf(e.status().getReason()))
          .put("message", Documents.cut(String.valueOf(e.getMessage())));
      return document;
    }
  }

  @Override
  public Duration period() {
    return PERIOD;
  }

  @Override
  public Duration minPeriod() {
    return PERIOD;
  }
}
