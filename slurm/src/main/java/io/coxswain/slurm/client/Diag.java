package io.coxswain.slurm.client;

import java.util.List;
import java.util.OptionalLong;

/** The controller's counters of what it was asked. Times are sums in microseconds. */
public record Diag(OptionalLong serverThreadCount, List<ByMessage> byMessage, List<ByUser> byUser) {

  public Diag {
    byMessage = List.copyOf(byMessage);
    byUser = List.copyOf(byUser);
  }

  /** Calls of one type of message. */
  public record ByMessage(String messageType, long count, long totalTimeMicros) {}

  /** Calls of one user. */
  public record ByUser(String user, String userId, long count, long totalTimeMicros) {}
}
