package io.coxswain.console.session;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.Serial;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The last documents of each stream, so that a browser whose stream broke need only be sent what
 * has changed since. It may not have received the very last ones. Thread-safe, bounded.
 */
public final class RetainedDocuments {
  private static final int MAX_STREAMS = 8;
  private static final int MAX_DOCUMENTS = 4;

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, ArrayDeque<Retained>> byStream =
      new LinkedHashMap<>() {
        @Serial private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, ArrayDeque<Retained>> eldest) {
          return size() > MAX_STREAMS;
        }
      };

  private record Retained(String id, String view, ObjectNode document) {}

  /**
   * Keeps a document; it must not be modified any more.
   *
   * @param id of the event that leads to it
   * @param view with its parameters
   */
  public void put(String stream, String id, String view, ObjectNode document) {
    lock.lock();
    try {
      ArrayDeque<Retained> documents = byStream.computeIfAbsent(stream, _ -> new ArrayDeque<>());
      documents.addLast(new Retained(id, view, document));
      if (documents.size() > MAX_DOCUMENTS) {
        documents.removeFirst();
      }
    } finally {
      lock.unlock();
    }
  }

  /** The document of the event; null if it is not kept or belongs to another view. */
  public @Nullable ObjectNode find(String id, String view) {
    lock.lock();
    try {
      for (ArrayDeque<Retained> documents : byStream.values()) {
        for (Retained each : documents) {
          if (each.id.equals(id) && each.view.equals(view)) {
            return each.document;
          }
        }
      }
      return null;
    } finally {
      lock.unlock();
    }
  }
}
