package io.coxswain.env;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** An open watch. Frames come in the order of the server's commits. */
public interface ApiWatch extends AutoCloseable {

  /** 200 when the watch is open; anything else is a refusal, see {@link #refusal}. */
  int status();

  /** The content type that the server sends the frames with. */
  default String mediaType() {
    return "application/json";
  }

  /** The answer's body when the status is not 200. */
  ApiResponse refusal();

  /** Waits for the next frame; null when the server ended the watch. */
  @Nullable Frame next() throws IOException, CancelledException;

  /**
   * Whether {@link #next} would answer without waiting, as far as that is known; who passes frames
   * on sends what it has gathered when there is nothing to wait for.
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
   * @param object in the encoding of the watch's media type; may be shared with other watchers: not
   *     to be changed by anyone
   */
  record Frame(String type, byte[] object) {}
}
