package io.coxswain.apiserver;

import io.coxswain.env.Files;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keys and certificates that the server creates once and needs again after a restart, because
 * clients hold what was signed with them.
 */
public interface Secrets {

  /**
   * Returns the secrets with the given names, which belong together; creates them if none exists.
   *
   * @param names also the file names, such as {@code ca.key}
   * @param fresh creates all of them
   * @throws IOException also if only some of them exist
   */
  SortedMap<String, byte[]> keep(List<String> names, Maker fresh) throws IOException;

  /** All existing secrets, by name. */
  SortedMap<String, byte[]> all() throws IOException;

  /** The name of the secret in messages: its file if it has one. */
  String describe(String name);

  /** Creates secrets. */
  @FunctionalInterface
  interface Maker {
    SortedMap<String, byte[]> make() throws IOException;
  }

  /**
   * Secrets that live as long as the server. Several tasks may concurrently request different
   * names.
   */
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

  /** Secrets in files of a directory, readable only by their owner. */
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
