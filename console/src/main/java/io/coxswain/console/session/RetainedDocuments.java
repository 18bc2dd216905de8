package io.coxswain.console.session;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The last document of each broken stream, so that the browser need only be sent what changed
 * since. Thread-safe, bounded.
 */
public final class RetainedDocuments {
  private static final int MAX_COUNT = 8;

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, Retained> byId =
      new LinkedHashMap<>() {
        @java.io.Serial private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Retained> eldest) {
          return size() > MAX_COUNT;
        }
      };

  private record Retained(String view, ObjectNode document) {}

  /**
   * Keeps a document.
   *
   * @param id of the last event that the browser was sent
   * @param view with its parameters
   */
  public void put(String id, String view, ObjectNode document) {
    lock.lock();
    try {
      byId.put(id, new Retained(view, document));
    } finally {
      lock.unlock();
    }
  }

  /** Takes the document of the event; null if it is not kept or belongs to another view. */
  public @Nullable ObjectNode take(String id, String view) {
    lock.lock();
    try {
      Retained retained = byId.remove(id);
      return retained != null && retained.view.equals(view) ? retained.document : null;
    } finally {
      lock.unlock();
    }
  }
}
