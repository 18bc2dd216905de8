package io.coxswain.apiserver;

import io.coxswain.env.Files;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keys and certificates that the server makes once and must find again when it is started again,
 * because others hold what was signed with them.
 */
public interface Secrets {

  /**
   * The secret of the given name; made now when there is none yet.
   *
   * @param name also that of its file, such as {@code ca.key}
   */
  byte[] keep(String name, Maker fresh) throws IOException;

  /** Makes a secret. */
  @FunctionalInterface
  interface Maker {
    byte[] make() throws IOException;
  }

  /** Kept as long as the server. Different names may be asked for by several tasks at once. */
  static Secrets inMemory() {
    var kept = new ConcurrentHashMap<String, byte[]>();
    return (name, fresh) -> {
      byte[] known = kept.get(name);
      if (known == null) {
        known = fresh.make();
        kept.put(name, known);
      }
      return known;
    };
  }

  /** Kept in files of a directory that only their owner can read. */
  static Secrets in(Files files, Path directory) {
    return (name, fresh) -> {
      Path file = directory.resolve(name);
      if (files.exists(file)) {
        return files.read(file);
      }
      byte[] made = fresh.make();
      files.writeSecret(file, made);
      return made;
    };
  }
}
