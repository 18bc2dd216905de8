package io.coxswain.node.process;

import io.coxswain.env.Sockets;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * One call of {@code grpc.health.v1.Health/Check} over an unencrypted connection, as a kubelet
 * makes it for a gRPC probe.
 *
 * <p>It is the smallest HTTP/2 client that can make this call: one stream, headers without
 * compression, a request that fits into one frame. Headers of the response are skipped, because the
 * result is in its data; a server that responds with an error sends no data.
 */
final class GrpcHealth {
  private static final byte[] PREFACE =
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int RST_STREAM = 3;
  private static final int SETTINGS = 4;
  private static final int PING = 6;
  private static final int GOAWAY = 7;

  private static final int END_STREAM = 0x1;
  private static final int ACK = 0x1;
  private static final int END_HEADERS = 0x4;
  private static final int PADDED = 0x8;

  private static final int STREAM = 1;
  private static final int MAX_FRAME_LENGTH = 16 * 1024;
  private static final int MAX_FRAMES = 1000;
  private static final int MAX_RESPONSE_LENGTH = 64 * 1024;
  private static final int SERVING = 1;

  private final DataInputStream in;
  private final OutputStream out;

  private GrpcHealth(Sockets.Connection connection) throws IOException {
    this.in = new DataInputStream(connection.input());
    this.out = connection.output();
  }

  /**
   * Asks for the health of a service.
   *
   * @param service empty for the server as a whole
   * @return why the service is not healthy; empty if it is
   */
  static Optional<String> check(String service, String authority, Sockets.Connection connection)
      throws IOException {
    var call = new GrpcHealth(connection);
    call.send(service, authority);
    return verdict(call.receive());
  }

  private void send(String service, String authority) throws IOException {
    byte[] name = service.getBytes(StandardCharsets.UTF_8);
    byte[] message = message(name);
    if (message.length > MAX_FRAME_LENGTH) {
      throw new IOException("the name of the gRPC service is too long");
    }
    var request = new ByteArrayOutputStream();
    request.write(PREFACE);
    frame(request, SETTINGS, 0, 0, new byte[0]);
    frame(request, HEADERS, END_HEADERS, STREAM, headers(authority));
    frame(request, DATA, END_STREAM, STREAM, message);
    out.write(request.toByteArray());
    out.flush();
  }

  /** A length-prefixed message with the name of the service in field 1. */
  private static byte[] message(byte[] service) throws IOException {
    var request = new ByteArrayOutputStream();
    if (service.length > 0) {
      request.write(0x0a);
      int length = service.length;
      for (; length > 0x7f; length >>>= 7) {
        request.write((length & 0x7f) | 0x80);
      }
      request.write(length);
      request.write(service);
    }
    var message = new ByteArrayOutputStream();
    message.write(0); // not compressed
    writeNumber(message, request.size(), 4);
    message.write(request.toByteArray());
    return message.toByteArray();
  }

  /** HPACK: entries of the static table by index, and literals that are not indexed. */
  private static byte[] headers(String authority) throws IOException {
    var block = new ByteArrayOutputStream();
    block.write(0x83); // :method POST
    block.write(0x86); // :scheme http
    block.write(0x04); // :path
    text(block, "/grpc.health.v1.Health/Check");
    block.write(0x01); // :authority
    text(block, authority);
    block.write(new byte[] {0x0f, 0x10}); // content-type
    text(block, "application/grpc");
    block.write(new byte[] {0x0f, 0x2b}); // user-agent
    text(block, "kube-probe/1.35");
    block.write(0);
    text(block, "te");
    text(block, "trailers");
    return block.toByteArray();
  }

  private static void text(ByteArrayOutputStream block, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    if (bytes.length >= 0x7f) {
      throw new IOException("the address is too long: " + text);
    }
    block.write(bytes.length);
    block.write(bytes);
  }

  /** Reads until the stream of the call ends; returns its data. */
  private byte[] receive() throws IOException {
    var data = new ByteArrayOutputStream();
    for (int i = 0; i < MAX_FRAMES; i++) {
      int length = (in.readUnsignedShort() << 8) | in.readUnsignedByte();
      int type = in.readUnsignedByte();
      int flags = in.readUnsignedByte();
      int stream = in.readInt() & Integer.MAX_VALUE;
      if (length > MAX_FRAME_LENGTH) {
        throw new IOException(
            "the server does not speak HTTP/2, or sends frames that are too long");
      }
      byte[] payload = in.readNBytes(length);
      if (payload.length < length) {
        throw new EOFException("the connection ended before the response");
      }
      switch (type) {
        case DATA -> append(data, payload, flags);
        case RST_STREAM -> throw new IOException("the server cancelled the call");
        case GOAWAY -> throw new IOException("the server ended the connection");
        case SETTINGS -> acknowledge(SETTINGS, flags, new byte[0]);
        case PING -> acknowledge(PING, flags, payload);
        default -> {}
      }
      boolean ends = (type == DATA || type == HEADERS) && (flags & END_STREAM) != 0;
      if (ends && stream == STREAM) {
        return data.toByteArray();
      }
    }
    throw new IOException("the server sent " + MAX_FRAMES + " frames without ending the call");
  }

  private static void append(ByteArrayOutputStream data, byte[] payload, int flags)
      throws IOException {
    int from = 0;
    int to = payload.length;
    if ((flags & PADDED) != 0 && payload.length > 0) {
      from = 1;
      to = Math.max(from, to - (payload[0] & 0xff));
    }
    if (data.size() + to - from > MAX_RESPONSE_LENGTH) {
      throw new IOException("the response has more than " + MAX_RESPONSE_LENGTH + " bytes");
    }
    data.write(payload, from, to - from);
  }

  private void acknowledge(int type, int flags, byte[] payload) throws IOException {
    if ((flags & ACK) == 0) {
      frame(out, type, ACK, 0, payload);
      out.flush();
    }
  }

  /** Reads the status, field 1 of the message. */
  private static Optional<String> verdict(byte[] data) throws IOException {
    if (data.length < 5) {
      return Optional.of(
          "the server returned no health status: it does not implement grpc.health.v1.Health, or"
              + " does not know the service");
    }
    if (data[0] != 0) {
      throw new IOException("the server compressed its response");
    }
    // A message of this type has one field, a small number; zero is not sent.
    int status = data.length >= 7 && data[5] == 0x08 ? data[6] : 0;
    return status == SERVING
        ? Optional.empty()
        : Optional.of("service unhealthy (responded with \"" + name(status) + "\")");
  }

  private static String name(int status) {
    return switch (status) {
      case 0 -> "UNKNOWN";
      case 2 -> "NOT_SERVING";
      case 3 -> "SERVICE_UNKNOWN";
      default -> Integer.toString(status);
    };
  }

  private static void frame(OutputStream out, int type, int flags, int stream, byte[] payload)
      throws IOException {
    var frame = new ByteArrayOutputStream();
    writeNumber(frame, payload.length, 3);
    frame.write(type);
    frame.write(flags);
    writeNumber(frame, stream, 4);
    frame.write(payload);
    out.write(frame.toByteArray());
  }

  private static void writeNumber(ByteArrayOutputStream out, int number, int bytes) {
    for (int i = bytes - 1; i >= 0; i--) {
      out.write(number >>> (8 * i));
    }
  }
}
