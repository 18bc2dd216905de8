import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;

/**
 * A tar archive in the making, in the format ustar. The same entries give the same bytes: they are sorted, belong to
 * root and have one time.
 */
final class Tar {
  private static final int BLOCK = 512;

  private final Map<String, Entry> entries = new TreeMap<>();
  private final Instant time;

  Tar(Instant time) {
    this.time = time;
  }

  /** Contents are read from the file, if there is one, when the archive is written. */
  private record Entry(char type, int mode, byte[] bytes, Path file, String target) {}

  /** Adds a folder and those that it is in. Names have no slash at either end. */
  Tar folder(String name) {
    return folder(name, 0755);
  }

  Tar folder(String name, int mode) {
    parents(name);
    entries.put(name + "/", new Entry('5', mode, new byte[0], null, ""));
    return this;
  }

  Tar file(String name, int mode, byte[] bytes) {
    parents(name);
    entries.put(name, new Entry('0', mode, bytes, null, ""));
    return this;
  }

  Tar file(String name, int mode, String text) {
    return file(name, mode, text.getBytes(StandardCharsets.UTF_8));
  }

  Tar file(String name, Path file) throws IOException {
    parents(name);
    entries.put(name, new Entry('0', Files.isExecutable(file) ? 0755 : 0644, new byte[0], file, ""));
    return this;
  }

  Tar link(String name, String target) {
    parents(name);
    entries.put(name, new Entry('2', 0777, new byte[0], null, target));
    return this;
  }

  /** Adds a file, a link or everything in a folder. */
  Tar tree(String name, Path root) throws IOException {
    try (var files = Files.walk(root)) {
      for (Path file : files.toList()) {
        String below = root.relativize(file).toString();
        String path = below.isEmpty() ? name : name + "/" + below;
        if (Files.isSymbolicLink(file)) {
          link(path, Files.readSymbolicLink(file).toString());
        } else if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
          folder(path);
        } else {
          file(path, file);
        }
      }
    }
    return this;
  }

  private void parents(String name) {
    for (int slash = name.indexOf('/'); slash > 0; slash = name.indexOf('/', slash + 1)) {
      entries.putIfAbsent(name.substring(0, slash + 1), new Entry('5', 0755, new byte[0], null, ""));
    }
  }

  void write(OutputStream out) throws IOException {
    for (var entry : entries.entrySet()) {
      Entry content = entry.getValue();
      long size = content.file == null ? content.bytes.length : Files.size(content.file);
      out.write(header(entry.getKey(), content, size));
      if (content.file == null) {
        out.write(content.bytes);
      } else {
        Files.copy(content.file, out);
      }
      out.write(new byte[(int) (-size & BLOCK - 1)]);
    }
    out.write(new byte[2 * BLOCK]);
  }

  byte[] bytes() throws IOException {
    var out = new ByteArrayOutputStream();
    write(out);
    return out.toByteArray();
  }

  void writeCompressed(OutputStream out) throws IOException {
    var zip = new Compression(out);
    write(zip);
    zip.finish();
    out.flush();
  }

  byte[] compressed() throws IOException {
    var out = new ByteArrayOutputStream();
    writeCompressed(out);
    return out.toByteArray();
  }

  /** Level 9 takes three times as long for one per cent. */
  private static final class Compression extends GZIPOutputStream {
    Compression(OutputStream out) throws IOException {
      super(out, 1 << 16);
      def.setLevel(6);
    }
  }

  private byte[] header(String name, Entry entry, long size) {
    byte[] path = name.getBytes(StandardCharsets.UTF_8);
    int split = 0; // of a name that is too long, the first part goes elsewhere
    if (path.length > 100) {
      split = name.indexOf('/', path.length - 101);
      if (split < 0 || split > 155) {
        throw new IllegalArgumentException("the name is too long for tar: " + name);
      }
    }
    byte[] header = new byte[BLOCK];
    put(header, 0, split == 0 ? name : name.substring(split + 1));
    put(header, 345, split == 0 ? "" : name.substring(0, split));
    put(header, 100, "%07o".formatted(entry.mode));
    put(header, 108, "%07o".formatted(0));
    put(header, 116, "%07o".formatted(0));
    put(header, 124, "%011o".formatted(size));
    put(header, 136, "%011o".formatted(time.getEpochSecond()));
    header[156] = (byte) entry.type;
    put(header, 157, entry.target);
    put(header, 257, "ustar\0" + "00root");
    put(header, 297, "root");
    Arrays.fill(header, 148, 156, (byte) ' ');
    int sum = 0;
    for (byte value : header) {
      sum += value & 0xff;
    }
    put(header, 148, "%06o\0".formatted(sum));
    return header;
  }

  private static void put(byte[] header, int offset, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    System.arraycopy(bytes, 0, header, offset, bytes.length);
  }
}
