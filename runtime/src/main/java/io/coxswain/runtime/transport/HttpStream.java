package io.coxswain.runtime.transport;

import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiStream;
import io.coxswain.env.CancelledException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A streaming response. */
final class HttpStream implements ApiStream {
  private final InputStream in;
  private final Runnable end;
  private final @Nullable ApiResponse refusal;
  private final String contentType;
  private byte[] buffer = {};

  /**
   * @param end closes the connection, from any thread
   * @param contentType that of the body; empty if the server sends none
   */
  HttpStream(InputStream in, Runnable end, @Nullable ApiResponse refusal, String contentType) {
    this.in = in;
    this.end = end;
    this.refusal = refusal;
    this.contentType = contentType;
  }

  String contentType() {
    return contentType;
  }

  InputStream in() {
    return in;
  }

  @Override
  public int status() {
    return refusal == null ? 200 : refusal.status();
  }

  @Override
  public ApiResponse errorResponse() {
    if (refusal == null) {
      throw new IllegalStateException("the response is not an error");
    }
    return refusal;
  }

  @Override
  public byte @Nullable [] next() throws IOException, CancelledException {
    if (buffer.length == 0) {
      buffer = new byte[8 * 1024];
    }
    try {
      int count = in.read(buffer);
      return count < 0 ? null : Arrays.copyOf(buffer, count);
    } catch (IOException e) {
      throw orCancelled(e);
    }
  }

  /** Converts the I/O error of an interrupted socket into a cancellation. */
  static IOException orCancelled(IOException e) throws CancelledException {
    if (Thread.currentThread().isInterrupted()) {
      throw new CancelledException();
    }
    return e;
  }

  @Override
  public void close() {
    end.run();
  }
}
