package io.coxswain.cli;

import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.spi.PodSessions;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Exec;
import io.coxswain.env.Sockets;
import io.coxswain.node.logs.LogRequest;
import io.coxswain.node.logs.LogSource;
import io.coxswain.node.logs.LogStream;
import io.coxswain.node.logs.NoLogException;
import io.coxswain.node.process.ProcessNodes;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Connects clients of the API server to the nodes' containers. */
final class NodeSessions implements PodSessions {
  private final LogSource logs;
  private final Supplier<@Nullable ProcessNodes> nodes;

  NodeSessions(LogSource logs, Supplier<@Nullable ProcessNodes> nodes) {
    this.logs = logs;
    this.nodes = nodes;
  }

  @Override
  public Conversation exec(String namespace, String pod, String container, List<String> command)
      throws IOException {
    return new Program(nodes().exec(ObjectKey.of(namespace, pod), container, command));
  }

  @Override
  public Conversation attach(String namespace, String pod, String container) throws IOException {
    ObjectKey key = ObjectKey.of(namespace, pod);
    ProcessNodes running = nodes.get();
    try {
      LogStream output = logs.open(LogRequest.all(key, container).tail(0).following());
      return new Overheard(
          output,
          running == null || !running.has(key)
              ? OutputStream.nullOutputStream()
              : running.input(key, container));
    } catch (NoLogException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  @Override
  public Sockets.Connection connect(String namespace, String pod, int port) throws IOException {
    return nodes().connect(ObjectKey.of(namespace, pod), port);
  }

  private ProcessNodes nodes() throws IOException {
    ProcessNodes running = nodes.get();
    if (running == null) {
      throw new IOException("there are no nodes that run anything: simulated ones only pretend");
    }
    return running;
  }

  private record Program(Exec.Conversation program) implements Conversation {
    @Override
    public OutputStream input() {
      return program.input();
    }

    @Override
    public InputStream output() {
      return program.output();
    }

    @Override
    public InputStream errors() {
      return program.errors();
    }

    @Override
    public int await() throws CancelledException {
      return program.running().await();
    }

    @Override
    public void close() {
      program.running().kill();
    }
  }

  /** The output of a container from now on, and its input. */
  private static final class Overheard extends InputStream implements Conversation {
    private final LogStream log;
    private final OutputStream input;
    private byte[] piece = {};
    private int at;

    Overheard(LogStream log, OutputStream input) {
      this.log = log;
      this.input = input;
    }

    @Override
    public int read() throws IOException {
      var one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] buffer, int from, int most) throws IOException {
      if (at == piece.length) {
        byte[] next = log.next();
        if (next == null) {
          return -1;
        }
        piece = next;
        at = 0;
      }
      int some = Math.min(most, piece.length - at);
      System.arraycopy(piece, at, buffer, from, some);
      at += some;
      return some;
    }

    @Override
    public OutputStream input() {
      return input;
    }

    @Override
    public InputStream output() {
      return this;
    }

    @Override
    public InputStream errors() {
      return InputStream.nullInputStream();
    }

    @Override
    public int await() {
      return 0; // the session ends when all output has been sent
    }

    @Override
    public void close() {
      log.close();
    }
  }
}
