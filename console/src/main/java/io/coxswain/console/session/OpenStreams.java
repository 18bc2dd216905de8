package io.coxswain.console.session;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The open streams of a session. A server notices that a browser has closed a connection only when
 * it writes the next time, so a browser also reports which streams it has closed. Thread-safe,
 * bounded.
 */
public final class OpenStreams {
  /** A browser opens at most six connections to a server; the rest is for several windows. */
  private static final int MAX_STREAMS = 12;

  /** The number of closed streams that are remembered, because they may not have begun yet. */
  private static final int MAX_CLOSED = 64;

  private final ReentrantLock lock = new ReentrantLock();
  private final List<OpenStream> open = new ArrayList<>();
  private final Set<String> closed = new LinkedHashSet<>();

  public boolean hasRoom() {
    return size() < MAX_STREAMS;
  }

  int size() {
    lock.lock();
    try {
      return open.size();
    } finally {
      lock.unlock();
    }
  }

  /** Begins a stream; false if there are too many, or if the browser has closed it already. */
  public boolean begin(OpenStream stream) {
    lock.lock();
    try {
      if (open.size() >= MAX_STREAMS || closed.contains(stream.id())) {
        return false;
      }
      open.add(stream);
      return true;
    } finally {
      lock.unlock();
    }
  }

  public void end(OpenStream stream) {
    lock.lock();
    try {
      open.remove(stream);
    } finally {
      lock.unlock();
    }
  }

  /** Marks the streams with these ids as closed by the browser. */
  public void close(List<String> ids) {
    lock.lock();
    try {
      for (String id : ids) {
        closed.remove(id);
        closed.add(id);
        open.stream().filter(stream -> stream.id().equals(id)).forEach(OpenStream::close);
      }
      while (closed.size() > MAX_CLOSED) {
        closed.remove(closed.iterator().next());
      }
    } finally {
      lock.unlock();
    }
  }
}
