package io.coxswain.runtime.transport;

import io.coxswain.api.protobuf.ProtobufFormat;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiWatch;
import io.coxswain.env.CancelledException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A watch over HTTP: one JSON object per line, or protobuf messages with their lengths. */
final class HttpWatch implements ApiWatch {
  private final HttpStream stream;
  private final boolean protobuf;
  private final Source source;

  HttpWatch(HttpStream stream) {
    this.stream = stream;
    this.protobuf = stream.contentType().startsWith(ProtobufFormat.MEDIA_TYPE);
    this.source = protobuf ? new ProtobufFrames(stream.in())::next : lines(stream);
  }

  private interface Source {
    @Nullable Frame next() throws IOException;
  }

  private static Source lines(HttpStream stream) {
    var lines = new LineReader(stream.in());
    return () -> {
      byte[] line = lines.next();
      return line == null ? null : Frames.read(line);
    };
  }

  @Override
  public String mediaType() {
    return protobuf ? ProtobufFormat.WATCH_MEDIA_TYPE : ApiWatch.super.mediaType();
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
      return source.next();
    } catch (IOException e) {
      throw HttpStream.orCancelled(e);
    }
  }

  @Override
  public void close() {
    stream.close();
  }
}
