package io.coxswain.slurm.exporter;

import io.coxswain.slurm.client.Diag;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** Writes the series of the controller's own counters. */
final class ControllerSeries {
  private static final String COUNTER = "counter";
  private static final double MICROS = 1e6;

  private final Diag diag;
  private final Exposition page;

  ControllerSeries(Diag diag, Exposition page) {
    this.diag = diag;
    this.page = page;
  }

  void write() {
    if (diag.serverThreadCount().isPresent()) {
      page.family("slurm_controller_server_thread_count", "gauge", "Number of server threads");
      page.sample(diag.serverThreadCount().getAsLong());
    }
    Function<Diag.ByMessage, String[]> message =
        row -> new String[] {"message_type", row.messageType()};
    rows(
        "slurm_controller_rpc_calls_total",
        "Total count of RPC calls by message type",
        diag.byMessage(),
        Diag.ByMessage::count,
        1,
        message);
    rows(
        "slurm_controller_rpc_duration_seconds_total",
        "Total time spent processing RPCs by message type",
        diag.byMessage(),
        Diag.ByMessage::totalTimeMicros,
        MICROS,
        message);
    Function<Diag.ByUser, String[]> user =
        row -> new String[] {"user", row.user(), "user_id", row.userId()};
    rows(
        "slurm_controller_rpc_user_calls_total",
        "Total count of RPC calls by user",
        diag.byUser(),
        Diag.ByUser::count,
        1,
        user);
    rows(
        "slurm_controller_rpc_user_duration_seconds_total",
        "Total time spent on user RPCs",
        diag.byUser(),
        Diag.ByUser::totalTimeMicros,
        MICROS,
        user);
  }

  private <T> void rows(
      String name,
      String help,
      List<T> rows,
      ToLongFunction<T> number,
      double unit,
      Function<T, String[]> labels) {
    page.family(name, COUNTER, help);
    for (T row : rows) {
      long value = number.applyAsLong(row);
      if (value > 0) {
        page.sample(value / unit, labels.apply(row));
      }
    }
  }
}
