package io.coxswain.runtime.client;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.runtime.cache.ResourceVersions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Skips a server-side apply that would change nothing: remembers the body of the last apply and the
 * resulting version. While the object is at that version, the same apply is a no-op.
 */
final class ApplyCache {
  private static final int REMEMBERED = 16_384;

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Request, Applied> byRequest =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Request, Applied> eldest) {
          return size() > REMEMBERED;
        }
      };

  /** The object that is applied to, and the field manager. */
  record Request(ResourceType type, ObjectKey key, String subresource, String owner) {}

  /** Only a digest of the body, because there may be many and large ones. */
  private record Applied(byte[] digest, long version) {}

  void remember(Request request, byte[] body, long version) {
    byte[] digest = digest(body);
    lock.lock();
    try {
      byRequest.put(request, new Applied(digest, version));
    } finally {
      lock.unlock();
    }
  }

  /** Whether this body was applied last and resulted in the version. */
  boolean isAt(Request request, byte[] body, long version) {
    @Nullable Applied last;
    lock.lock();
    try {
      last = byRequest.get(request);
    } finally {
      lock.unlock();
    }
    return last != null
        && version != ResourceVersions.UNKNOWN
        && last.version == version
        && Arrays.equals(last.digest, digest(body));
  }

  private static byte[] digest(byte[] body) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(body);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JDK has it
    }
  }
}
