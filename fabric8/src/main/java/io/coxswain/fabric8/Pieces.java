package io.coxswain.fabric8;

import io.coxswain.env.ApiStream;
import io.coxswain.env.ApiWatch;
import io.coxswain.env.CancelledException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A response body in chunks. */
interface Pieces extends AutoCloseable {

  /** Waits for the next chunk; null at the end. */
  byte @Nullable [] next() throws IOException, CancelledException;

  @Override
  void close();

  /** A single chunk. */
  static Pieces of(byte[] whole) {
    return new Pieces() {
      private boolean given;

      @Override
      public byte @Nullable [] next() {
        if (given || whole.length == 0) {
          return null;
        }
        given = true;
        return whole;
      }

      @Override
      public void close() {}
    };
  }

  /** The events of a watch, each a line of JSON. */
  static Pieces of(ApiWatch watch) {
    return new Pieces() {
      @Override
      public byte @Nullable [] next() throws IOException, CancelledException {
        ApiWatch.Frame frame = watch.next();
        return frame == null ? null : line(frame);
      }

      @Override
      public void close() {
        watch.close();
      }
    };
  }

  static Pieces of(ApiStream stream) {
    return new Pieces() {
      @Override
      public byte @Nullable [] next() throws IOException, CancelledException {
        return stream.next();
      }

      @Override
      public void close() {
        stream.close();
      }
    };
  }

  private static byte[] line(ApiWatch.Frame frame) {
    var out = new ByteArrayOutputStream(frame.object().length + 48);
    out.writeBytes(
        ("{\"type\":\"" + frame.type() + "\",\"object\":").getBytes(StandardCharsets.UTF_8));
    out.writeBytes(frame.object());
    out.writeBytes(new byte[] {'}', '\n'});
    return out.toByteArray();
  }
}
