package io.coxswain.apiserver.spi;

import io.coxswain.env.ApiStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The source of pod logs, provided by the nodes. */
public interface PodLogs {

  /**
   * Opens the log of a container. The stream ends when all has been sent, or, when following, when
   * the container has terminated.
   *
   * @throws IOException with a message for the client if there is no such log
   */
  ApiStream open(String namespace, String pod, String container, Options options)
      throws IOException;

  /**
   * The requested part of the log.
   *
   * @param previous whether of the container's previous run
   * @param tailLines the number of lines from the end; null for all
   * @param sinceSeconds only lines of the last seconds; null for all
   * @param sinceTime only lines from this time on (RFC 3339); null for all
   * @param timestamps whether each line begins with its time
   * @param limitBytes the maximum size; null for no limit
   */
  record Options(
      boolean follow,
      boolean previous,
      boolean timestamps,
      @Nullable Long tailLines,
      @Nullable Long sinceSeconds,
      @Nullable String sinceTime,
      @Nullable Long limitBytes) {}
}
