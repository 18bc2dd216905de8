package io.coxswain.runtime.transport;

import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiWatch;
import io.coxswain.env.CancelledException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A watch over HTTP: one JSON object per line. */
final class HttpWatch implements ApiWatch {
  private final HttpStream stream;
  private final LineReader lines;

  HttpWatch(HttpStream stream) {
    this.stream = stream;
    this.lines = new LineReader(stream.in());
  }

  @Override
  public int status() {
    return stream.status();
  }

  @Override
  public ApiResponse errorResponse() {
    return stream.errorResponse();
  }

  @Override
  public @Nullable Frame next() throws IOException, CancelledException {
    try {
      byte[] line = lines.next();
      return line == null ? null : Frames.read(line);
    } catch (IOException e) {
      throw HttpStream.orCancelled(e);
    }
  }

  @Override
  public void close() {
    stream.close();
  }
}
