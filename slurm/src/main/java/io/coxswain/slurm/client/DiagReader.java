package io.coxswain.slurm.client;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Reads the controller's counters. */
final class DiagReader implements Envelope.Content {
  private OptionalLong threads = OptionalLong.empty();
  private final List<Diag.ByMessage> byMessage = new ArrayList<>();
  private final List<Diag.ByUser> byUser = new ArrayList<>();
  private boolean seen;

  Diag diag() throws IOException {
    if (!seen) {
      throw new IOException("the response has no statistics");
    }
    return new Diag(threads, byMessage, byUser);
  }

  @Override
  public boolean read(String field, SlurmJson json) throws IOException {
    if (!field.equals("statistics")) {
      return false;
    }
    seen = true;
    json.object(
        name -> {
          switch (name) {
            case "server_thread_count" -> threads = json.number();
            case "rpcs_by_message_type" -> json.list(() -> byMessage.add(row(json).byMessage()));
            case "rpcs_by_user" -> json.list(() -> byUser.add(row(json).byUser()));
            default -> json.skip();
          }
        });
    return true;
  }

  private record Row(String who, String id, long count, long totalTime) {
    Diag.ByMessage byMessage() {
      return new Diag.ByMessage(who, count, totalTime);
    }

    Diag.ByUser byUser() {
      return new Diag.ByUser(who, id, count, totalTime);
    }
  }

  private static Row row(SlurmJson json) throws IOException {
    var row =
        new Object() {
          String who = "";
          String id = "";
          long count;
          long totalTime;
        };
    json.object(
        name -> {
          switch (name) {
            case "message_type", "user" -> row.who = json.text();
            case "user_id" -> row.id = json.text();
            case "count" -> row.count = json.number().orElse(0);
            case "total_time" -> row.totalTime = json.number().orElse(0);
            default -> json.skip();
          }
        });
    return new Row(row.who, row.id, row.count, row.totalTime);
  }
}
