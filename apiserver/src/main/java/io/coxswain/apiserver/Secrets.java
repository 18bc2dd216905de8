package io.coxswain.apiserver;

import io.coxswain.env.Files;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keys and certificates that the server makes once and must find again when it is started again,
 * because others hold what was signed with them.
 */
public interface Secrets {

  /**
   * The secrets of the given names, which belong together; made now when there are none yet.
   *
   * @param names also those of their files, such as {@code ca.key}
   * @param fresh makes all of them
   * @throws IOException also when some exist and others do not
   */
  SortedMap<String, byte[]> keep(List<String> names, Maker fresh) throws IOException;

  /** All secrets that have been made, by name. */
  SortedMap<String, byte[]> all() throws IOException;

  /** What a message about the secret calls it: its file if it has one. */
  String describe(String name);

  /** Makes secrets. */
  @FunctionalInterface
  interface Maker {
    SortedMap<String, byte[]> make() throws IOException;
  }

  /** Kept as long as the server. Different names may be asked for by several tasks at once. */
  static Secrets inMemory() {
    var kept = new ConcurrentHashMap<String, byte[]>();
    return new Secrets() {
      @Override
      public SortedMap<String, byte[]> keep(List<String> names, Maker fresh) throws IOException {
        if (!kept.keySet().containsAll(names)) {
          kept.putAll(fresh.make());
        }
        var found = new TreeMap<String, byte[]>(kept);
        found.keySet().retainAll(names);
        return found;
      }

      @Override
      public SortedMap<String, byte[]> all() {
        return new TreeMap<>(kept);
      }

      @Override
      public String describe(String name) {
        return name;
      }
    };
  }

  /** Kept in files of a directory that only their owner can read. */
  static Secrets in(Files files, Path directory) {
    return new Secrets() {
      @Override
      public SortedMap<String, byte[]> keep(List<String> names, Maker fresh) throws IOException {
        return new SecretFiles(files, directory).keep(names, fresh);
      }

      @Override
      public SortedMap<String, byte[]> all() throws IOException {
        return new SecretFiles(files, directory).all();
      }

      @Override
      public String describe(String name) {
        return directory.resolve(name).toString();
      }
    };
  }
}
