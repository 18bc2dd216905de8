package io.coxswain.runtime.transport;

import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiStream;
import io.coxswain.env.CancelledException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** An answer as it comes over the wire. */
final class HttpStream implements ApiStream {
  private final InputStream in;
  private final @Nullable ApiResponse refusal;
  private final byte[] buffer = new byte[8 * 1024];

  HttpStream(InputStream in, @Nullable ApiResponse refusal) {
    this.in = in;
    this.refusal = refusal;
  }

  InputStream in() {
    return in;
  }

  @Override
  public int status() {
    return refusal == null ? 200 : refusal.status();
  }

  @Override
  public ApiResponse refusal() {
    if (refusal == null) {
      throw new IllegalStateException("the request was not refused");
    }
    return refusal;
  }

  @Override
  public byte @Nullable [] next() throws IOException, CancelledException {
    try {
      int count = in.read(buffer);
      return count < 0 ? null : Arrays.copyOf(buffer, count);
    } catch (IOException e) {
      throw orCancelled(e);
    }
  }

  /** The JDK's stream reports an interrupt as an I/O error. */
  static IOException orCancelled(IOException e) throws CancelledException {
    if (Thread.currentThread().isInterrupted()) {
      throw new CancelledException();
    }
    return e;
  }

  @Override
  public void close() {
    try {
      in.close();
    } catch (IOException e) {
      return; // nobody reads it any more
    }
  }
}
