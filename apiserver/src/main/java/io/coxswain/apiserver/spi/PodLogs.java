package io.coxswain.apiserver.spi;

import io.coxswain.env.ApiStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Where the logs of pods come from: whoever runs their containers. */
public interface PodLogs {

  /**
   * Opens the log of a container. The stream ends when all has been sent, or, when following, when
   * the container has ended.
   *
   * @throws IOException with a message for the caller when there is no such log
   */
  ApiStream open(String namespace, String pod, String container, Options options)
      throws IOException;

  /**
   * Which part of the log.
   *
   * @param previous of the container's run before the present one
   * @param tailLines how many lines of the end; null for all
   * @param sinceSeconds only lines of the last seconds; null for all
   * @param sinceTime only lines from this time on (RFC 3339); null for all
   * @param timestamps begin each line with its time
   * @param limitBytes at most so much; null for all
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
