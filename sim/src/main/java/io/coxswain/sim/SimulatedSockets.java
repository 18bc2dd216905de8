package io.coxswain.sim;

import io.coxswain.env.Bell;
import io.coxswain.env.Sockets;
import io.coxswain.env.Tasks;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The TCP connections of one simulated host, in memory. As on Linux, a program that listens on
 * 0.0.0.0 is reachable at every address and cannot share its port with another listener. Not
 * locked, because only one task runs at a time.
 */
final class SimulatedSockets implements Sockets {
  private static final String ANY = "0.0.0.0";
  private static final int FIRST_FREE_PORT = 32_768;
  private static final int MAX_PENDING = 128;
  private static final int MAX_CHUNKS = 64;

  /** The listeners of a host; shared by all programs that run on it. */
  static final class Machine {
    private final SortedMap<String, Waiting> listeners = new TreeMap<>();
    private int nextPort = FIRST_FREE_PORT;

    /** Closes everything; all programs of the host have ended. */
    void closeAll() {
      listeners.clear();
    }

    private @Nullable Waiting find(String address, int port) {
      Waiting exact = listeners.get(address + ":" + port);
      return exact != null ? exact : listeners.get(ANY + ":" + port);
    }

    private boolean isTaken(String address, int port) {
      return address.equals(ANY)
          ? listeners.keySet().stream().anyMatch(key -> key.endsWith(":" + port))
          : find(address, port) != null;
    }
  }

  private final Machine machine;
  private final Tasks tasks;
  private final List<Waiting> opened = new ArrayList<>();

  SimulatedSockets(Machine machine, Tasks tasks) {
    this.machine = machine;
    this.tasks = tasks;
  }

  /** The same network for another program on the host. */
  SimulatedSockets ofProgram() {
    return new SimulatedSockets(machine, tasks);
  }

  /** Closes the listeners of a program that has ended. */
  void closeListeners() {
    opened.forEach(Waiting::close);
    opened.clear();
  }

  @Override
  public Connection connect(String address, int port) throws IOException {
    Waiting listener = machine.find(address, port);
    if (listener == null || listener.pending.size() >= MAX_PENDING) {
      throw new IOException("Connection refused");
    }
    var there = new Pipe(tasks.newBell());
    var back = new Pipe(tasks.newBell());
    listener.pending.add(new End(there, back));
    listener.bell.ring();
    return new End(back, there);
  }

  @Override
  public Listener listen(String address, int port) throws IOException {
    int chosen = port;
    while (chosen == 0 || (port == 0 && machine.isTaken(address, chosen))) {
      chosen = machine.nextPort++;
    }
    if (machine.isTaken(address, chosen)) {
      throw new IOException("Address already in use");
    }
    var listener = new Waiting(address, chosen, tasks.newBell());
    machine.listeners.put(address + ":" + chosen, listener);
    opened.add(listener);
    return listener;
  }

  /** A listener and the connections that it has not accepted yet. */
  private final class Waiting implements Listener {
    private final String address;
    private final int port;
    private final Bell bell;
    private final ArrayDeque<End> pending = new ArrayDeque<>();
    private boolean closed;

    Waiting(String address, int port, Bell bell) {
      this.address = address;
      this.port = port;
      this.bell = bell;
    }

    @Override
    public int port() {
      return port;
    }

    @Override
    public Connection accept() throws IOException {
      while (true) {
        long seen = bell.rings();
        if (closed) {
          throw new IOException("Socket closed");
        }
        Connection next = pending.poll();
        if (next != null) {
          return next;
        }
        bell.await(seen);
      }
    }

    @Override
    public void close() {
      closed = true;
      machine.listeners.remove(address + ":" + port, this);
      pending.forEach(End::close);
      pending.clear();
      bell.ring();
    }
  }

  /** One direction of a connection. */
  private static final class Pipe {
    private final Bell bell;
    private final ArrayDeque<byte[]> chunks = new ArrayDeque<>();
    private boolean ended;
    private boolean broken;

    Pipe(Bell bell) {
      this.bell = bell;
    }

    void write(byte[] chunk) throws IOException {
      while (true) {
        long seen = bell.rings();
        if (broken || ended) {
          throw new IOException("Broken pipe");
        }
        if (chunks.size() < MAX_CHUNKS) {
          chunks.add(chunk);
          bell.ring();
          return;
        }
        bell.await(seen);
      }
    }

    byte @Nullable [] read() throws IOException {
      while (true) {
        long seen = bell.rings();
        if (broken) {
          throw new IOException("Connection reset");
        }
        byte[] chunk = chunks.poll();
        if (chunk != null) {
          bell.ring();
          return chunk;
        }
        if (ended) {
          return null;
        }
        bell.await(seen);
      }
    }

    void end() {
      ended = true;
      bell.ring();
    }

    void breakOff() {
      broken = true;
      bell.ring();
    }
  }

  /** One end of a connection. */
  private static final class End implements Connection {
    private final Pipe incoming;
    private final Pipe outgoing;
    private byte[] rest = {};

    End(Pipe incoming, Pipe outgoing) {
      this.incoming = incoming;
      this.outgoing = outgoing;
    }

    @Override
    public InputStream input() {
      return new InputStream() {
        @Override
        public int read() throws IOException {
          var one = new byte[1];
          return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] buffer, int from, int most) throws IOException {
          if (most == 0) {
            return 0;
          }
          if (rest.length == 0) {
            byte[] next = incoming.read();
            if (next == null) {
              return -1;
            }
            rest = next;
          }
          int some = Math.min(most, rest.length);
          System.arraycopy(rest, 0, buffer, from, some);
          rest = Arrays.copyOfRange(rest, some, rest.length);
          return some;
        }
      };
    }

    @Override
    public OutputStream output() {
      return new OutputStream() {
        @Override
        public void write(int one) throws IOException {
          outgoing.write(new byte[] {(byte) one});
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
          if (length > 0) {
            outgoing.write(Arrays.copyOfRange(bytes, from, from + length));
          }
        }
      };
    }

    @Override
    public void endOutput() {
      outgoing.end();
    }

    @Override
    public void close() {
      outgoing.end();
      incoming.breakOff();
    }
  }
}
