package io.coxswain.env;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** An open watch. Frames arrive in the order of the server's commits. */
public interface ApiWatch extends AutoCloseable {

  /** 200 if the watch is open; any other status is an error, see {@link #errorResponse}. */
  int status();

  /** The content type of the frames. */
  default String mediaType() {
    return "application/json";
  }

  /** The complete error response if the status is not 200. */
  ApiResponse errorResponse();

  /** Waits for the next frame; null when the server has closed the watch. */
  @Nullable Frame next() throws IOException, CancelledException;

  /**
   * Whether {@link #next} is known to return without waiting. A proxy flushes its buffered frames
   * when this is false.
   */
  default boolean ready() {
    return false;
  }

  @Override
  void close();

  /**
   * One event of a watch.
   *
   * @param type ADDED, MODIFIED, DELETED, BOOKMARK or ERROR
   * @param object in the encoding of the watch's media type; may be shared with other watchers and
   *     must not be modified
   */
  record Frame(String type, byte[] object) {}
}
