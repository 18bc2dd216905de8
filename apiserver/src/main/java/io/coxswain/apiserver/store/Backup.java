package io.coxswain.apiserver.store;

import io.coxswain.apiserver.store.Acknowledged.Position;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiStream;
import io.coxswain.env.Env;
import io.coxswain.env.FileProblem;
import io.coxswain.env.Files;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A file with all objects of a store at one revision and the keys of its server, from which a data
 * directory can be created. Anyone who can read it is an administrator of the cluster.
 */
public final class Backup {
  private Backup() {}

  /**
   * The content of a backup.
   *
   * @param keys the names of the files with keys and certificates
   * @param sha256 of everything before the end of the file, which repeats it
   */
  public record Summary(
      int format, long revision, long objects, long bytes, List<String> keys, String sha256) {}

  /**
   * A backup as a stream; its end proves to the reader that it is complete. Objects that are
   * encrypted in the data directory are encrypted in it too.
   */
  public static ApiStream stream(Store store, SortedMap<String, byte[]> keys) {
    Snapshot state = store.head();
    var frames = new SnapshotFrames(state, state.revision(), keys, store.form());
    return new ApiStream() {
      private volatile boolean closed;

      @Override
      public int status() {
        return 200;
      }

      @Override
      public ApiResponse errorResponse() {
        throw new IllegalStateException("the request was not refused");
      }

      @Override
      public byte @Nullable [] next() throws IOException {
        if (closed) {
          throw new IOException("the server is closed");
        }
        return frames.next();
      }

      @Override
      public void close() {
        closed = true;
      }
    };
  }

  /**
   * Reads and verifies a whole backup.
   *
   * @param progress receives the number of bytes read so far
   * @throws IOException if it is damaged or of a newer format, with a message that names the file
   */
  public static Summary check(Files files, Path file, LongConsumer progress) throws IOException {
    return new Content(file, false, progress).read(files);
  }

  /**
   * Creates a data directory from a backup.
   *
   * @param directory must be empty or not exist
   * @param bump the amount by which the revision is raised, so that no client mistakes a new
   *     revision for one that it has seen before
   */
  public static Summary restore(
      Env env, Path file, Path directory, long bump, LongConsumer progress) throws IOException {
    Files files = env.files();
    Path target = directory.toAbsolutePath();
    if (files.exists(target) && !files.list(target).isEmpty()) {
      throw new IOException(
          directory + " is not empty; restore to a directory that does not exist yet");
    }
    var content = new Content(file, true, progress);
    Summary summary = content.read(files);
    long revision = summary.revision() + bump;
    try {
      files.createSecretDirectories(target);
      Closeable lock = files.lock(target.resolve("lock")).orElse(null);
      try (lock) {
        if (lock == null) {
          throw new IOException("it is in use by another process");
        }
        write(files, target, content, revision);
      }
    } catch (IOException e) {
      throw new IOException("cannot restore to " + directory + ": " + FileProblem.why(e), e);
    }
    return summary;
  }

  /** The acknowledged position is written last: without it no server uses the directory. */
  private static void write(Files files, Path target, Content content, long revision)
      throws IOException {
    for (var key : content.keys.entrySet()) {
      files.writeDurableSecret(target.resolve(key.getKey()), key.getValue());
    }
    Path snapshot = target.resolve(name("snapshot-", revision));
    SnapshotFile.write(
        files,
        snapshot,
        new SnapshotFrames(content.state, revision, Collections.emptySortedMap(), content.form));
    long first = revision + 1;
    Path log = target.resolve(name("log-", first));
    LogFile.create(files, log, first, new LogFile.Head(FileFormat.CURRENT, 0, 0)).close();
    var position = new Position(first, files.size(log), revision, revision);
    Acknowledged.create(files, target, position).close();
  }

  private static String name(String prefix, long revision) {
    return prefix + String.format(Locale.ROOT, "%019d", revision);
  }

  /** A backup being read. */
  private static final class Content implements SnapshotFile.Reader {
    private final Path file;
    private final boolean keepObjects;
    private final LongConsumer progress;
    private final SortedMap<String, byte[]> keys = new TreeMap<>();
    private final RecordForm.Opaque form = new RecordForm.Opaque();
    private Snapshot state = new Snapshot(0, SortedTree.empty());

    Content(Path file, boolean keepObjects, LongConsumer progress) {
      this.file = file;
      this.keepObjects = keepObjects;
      this.progress = progress;
    }

    Summary read(Files files) throws IOException {
      SnapshotFile.Summary summary;
      try {
        summary = SnapshotFile.read(files, file, form, this);
      } catch (IOException e) {
        throw new IOException("cannot use the snapshot " + file + ": " + FileProblem.why(e), e);
      }
      return new Summary(
          summary.format(),
          summary.revision(),
          summary.objects(),
          summary.bytes(),
          List.copyOf(keys.keySet()),
          summary.sha256());
    }

    @Override
    public void object(Records.Entry entry) {
      if (keepObjects) {
        state = state.with(entry.collection(), entry.object());
      }
    }

    @Override
    public void key(String name, byte[] content) throws IOException {
      if (!DataDirectory.KEYS.contains(name)) {
        throw new IOException("it holds a key file of an unknown name");
      }
      keys.put(name, content);
    }

    @Override
    public void progress(long bytes) {
      progress.accept(bytes);
    }
  }
}
