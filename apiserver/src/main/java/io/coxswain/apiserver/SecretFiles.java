package io.coxswain.apiserver;

import io.coxswain.env.Files;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files of a directory that contain secrets.
 *
 * <p>Secrets that belong together are first written to one file, {@code keys.new}, and from there
 * to one file each. A crash therefore leaves all of them or none: the content of {@code keys.new}
 * is written again at the next start.
 */
final class SecretFiles {
  private static final Logger log = LoggerFactory.getLogger(Secrets.class);
  private static final List<String> NAMES =
      List.of("ca.crt", "ca.key", "front-proxy-ca.crt", "front-proxy-ca.key", "sa.seed");
  private static final int MAX_BYTES = 1 << 20;

  private final Files files;
  private final Path directory;
  private final Path pending;

  SecretFiles(Files files, Path directory) {
    this.files = files;
    this.directory = directory;
    this.pending = directory.resolve("keys.new");
  }

  SortedMap<String, byte[]> keep(List<String> names, Secrets.Maker fresh) throws IOException {
    if (files.exists(pending)) {
      install(decode(files.read(pending)));
    }
    var present = new ArrayList<String>(names);
    present.removeIf(name -> !files.exists(directory.resolve(name)));
    if (present.isEmpty()) {
      SortedMap<String, byte[]> made = fresh.make();
      files.writeDurableSecret(pending, encode(made));
      install(made);
      return made;
    }
    for (String name : names) {
      if (!present.contains(name)) {
        throw new IOException(
            "%s does not exist, but %s does, which belongs to it; restore it from a backup, or delete %s as well to have new ones made, which invalidates everything signed with them"
                .formatted(
                    directory.resolve(name),
                    directory.resolve(present.getFirst()),
                    directory.resolve(present.getFirst())));
      }
    }
    var found = new TreeMap<String, byte[]>();
    for (String name : names) {
      found.put(name, read(directory.resolve(name)));
    }
    return found;
  }

  private void install(SortedMap<String, byte[]> made) throws IOException {
    for (var entry : made.entrySet()) {
      files.writeDurableSecret(directory.resolve(entry.getKey()), entry.getValue());
    }
    files.delete(pending);
  }

  SortedMap<String, byte[]> all() throws IOException {
    var found = new TreeMap<String, byte[]>();
    for (String name : NAMES) {
      if (files.exists(directory.resolve(name))) {
        found.put(name, read(directory.resolve(name)));
      }
    }
    return found;
  }

  /** Reads a file that only its owner may write and only its group may read. */
  private byte[] read(Path file) throws IOException {
    int mode = files.mode(file);
    if ((mode & 0027) != 0) {
      throw new IOException(
          "%s has mode %s, so others can read or change it; if nobody did, run: chmod 600 %s"
              .formatted(file, String.format(Locale.ROOT, "%04o", mode), file));
    }
    if ((mode & 0040) != 0) {
      log.warn("key file is readable by its group: file={}", file);
    }
    if (files.size(file) > MAX_BYTES) {
      throw new IOException(file + " is too large for a key; restore it from a backup");
    }
    return files.read(file);
  }

  static byte[] encode(SortedMap<String, byte[]> secrets) throws IOException {
    var bytes = new ByteArrayOutputStream();
    var out = new DataOutputStream(bytes);
    out.writeInt(secrets.size());
    for (var entry : secrets.entrySet()) {
      out.writeUTF(entry.getKey());
      out.writeInt(entry.getValue().length);
      out.write(entry.getValue());
    }
    return bytes.toByteArray();
  }

  private SortedMap<String, byte[]> decode(byte[] bytes) throws IOException {
    var secrets = new TreeMap<String, byte[]>();
    var in = new DataInputStream(new ByteArrayInputStream(bytes));
    try {
      for (int left = in.readInt(); left > 0; left--) {
        String name = in.readUTF();
        secrets.put(name, in.readNBytes(in.readInt()));
      }
    } catch (IOException | IllegalArgumentException e) {
      throw new IOException(pending + " is damaged; restore the keys from a backup", e);
    }
    if (!NAMES.containsAll(secrets.keySet())) {
      throw new IOException(pending + " is damaged; restore the keys from a backup");
    }
    return secrets;
  }
}
