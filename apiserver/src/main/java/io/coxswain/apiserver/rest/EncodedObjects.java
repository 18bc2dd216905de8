package io.coxswain.apiserver.rest;

import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.store.Stored;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;

/**
 * Caches the encoded forms of recently watched objects, so that a change is encoded once for all
 * watches of its kind. Direct-mapped: at most {@link #SLOTS} objects of {@link #MAX_LENGTH} bytes
 * are held. Thread-safe; a race costs a second encoding.
 */
final class EncodedObjects {
  private static final int SLOTS = 256;
  private static final int MAX_LENGTH = 32 * 1024;

  private record Entry(ServedKind kind, Stored object, byte[] bytes) {}

  private final AtomicReferenceArray<Entry> slots = new AtomicReferenceArray<>(SLOTS);

  @SuppressWarnings("ReferenceEquality") // compared by identity: the same commit of the same object
  byte[] get(ServedKind kind, Stored object, Supplier<byte[]> encoder) {
    int slot = (int) (object.revision() & (SLOTS - 1));
    Entry known = slots.get(slot);
    if (known != null && known.object == object && known.kind == kind) {
      return known.bytes;
    }
    byte[] bytes = encoder.get();
    if (bytes.length <= MAX_LENGTH) {
      slots.set(slot, new Entry(kind, object, bytes));
    }
    return bytes;
  }
}
