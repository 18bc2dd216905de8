package io.coxswain.apiserver.http;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import io.helidon.webserver.ConnectionContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The connection itself. */
final class DirectConnection implements UpgradedConnection {
  private static final int MAX_READ = 16 * 1024;

  private final ConnectionContext connection;

  /** Held while bytes are sent, so that frames of two tasks do not mix. */
  private final ReentrantLock sending = new ReentrantLock();

  DirectConnection(ConnectionContext connection) {
    this.connection = connection;
  }

  @Override
  public byte @Nullable [] read(int length) throws IOException {
    var bytes = new byte[length];
    int done = 0;
    DataReader reader = connection.dataReader();
    try {
      while (done < length) {
        reader.ensureAvailable();
        int some = Math.min(reader.available(), length - done);
        done += reader.readBuffer(some).read(bytes, done, some);
      }
      return bytes;
    } catch (DataReader.InsufficientDataAvailableException e) {
      if (done > 0) {
        throw new IOException("the connection ended within a frame", e);
      }
      return null;
    } catch (UncheckedIOException e) {
      return null; // the client has disconnected
    }
  }

  /** Waits for some bytes; null when the client has ended. */
  byte @Nullable [] readSome() throws IOException {
    DataReader reader = connection.dataReader();
    try {
      reader.ensureAvailable();
      var bytes = new byte[Math.min(reader.available(), MAX_READ)];
      reader.readBuffer(bytes.length).read(bytes, 0, bytes.length);
      return bytes;
    } catch (DataReader.InsufficientDataAvailableException | UncheckedIOException e) {
      return null; // the client is gone
    }
  }

  @Override
  public void write(byte[] bytes) throws IOException {
    sending.lock();
    try {
      connection.dataWriter().writeNow(BufferData.create(bytes));
    } catch (UncheckedIOException e) {
      throw new IOException(e.getMessage(), e);
    } finally {
      sending.unlock();
    }
  }

  @Override
  public void close() {
    try {
      connection.serverSocket().close();
    } catch (UncheckedIOException e) {
      return; // already closed
    }
  }
}
