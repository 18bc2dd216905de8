package io.coxswain.apiserver.http;

import io.coxswain.apiserver.rest.PodSession;
import io.coxswain.env.Tasks;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** An exec or attach over SPDY: one stream per channel, all opened by the client at the start. */
final class SpdyRemoteCommand implements Channels, Spdy.Listener {
  private static final List<String> TYPES = List.of("stdin", "stdout", "stderr", "error", "resize");

  private final Spdy spdy;
  private final RemoteCommandSession talk;
  private final int expected;
  private final Map<Integer, Integer> streams = new TreeMap<>(); // by channel

  private SpdyRemoteCommand(Spdy spdy, PodSession.Talk wanted, Tasks tasks) {
    this.spdy = spdy;
    this.talk = new RemoteCommandSession(wanted, this, tasks);
    this.expected =
        1
            + (wanted.stdin() ? 1 : 0)
            + (wanted.stdout() ? 1 : 0)
            + (wanted.stderr() ? 1 : 0)
            + (wanted.tty() ? 1 : 0);
  }

  static void run(Spdy spdy, PodSession.Talk wanted, Tasks tasks) throws IOException {
    var session = new SpdyRemoteCommand(spdy, wanted, tasks);
    try {
      spdy.run(session);
    } finally {
      session.talk.close();
    }
  }

  @Override
  public void opened(int stream, Map<String, String> headers) throws IOException {
    int channel = TYPES.indexOf(headers.getOrDefault("streamtype", ""));
    if (channel < 0) {
      throw new IOException("a stream of unknown type");
    }
    streams.put(channel, stream);
    spdy.reply(stream);
    if (streams.size() == expected) {
      talk.start();
    }
  }

  @Override
  public void received(int stream, byte[] data) {
    if (Integer.valueOf(stream).equals(streams.get(STDIN))) {
      talk.input(data, 0);
    } else if (Integer.valueOf(stream).equals(streams.get(RESIZE))) {
      talk.resize(data);
    }
  }

  @Override
  public void ended(int stream) {
    if (Integer.valueOf(stream).equals(streams.get(STDIN))) {
      talk.endInput();
    }
  }

  @Override
  public void send(int channel, byte[] data, int length) throws IOException {
    Integer stream = streams.get(channel);
    if (stream != null) {
      spdy.send(stream, data, length);
    }
  }

  @Override
  public void end() throws IOException {
    for (int stream : streams.values()) {
      spdy.end(stream);
    }
  }
}
