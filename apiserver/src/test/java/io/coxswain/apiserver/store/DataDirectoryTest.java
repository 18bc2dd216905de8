package io.coxswain.apiserver.store;

import static io.coxswain.apiserver.store.Thing.THINGS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.coxswain.env.Env;
import io.coxswain.evidence.Attack;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** What a store makes of a directory that is not as it left it. */
final class DataDirectoryTest {
  private static final StoreLimits LIMITS = new StoreLimits(1000, 1 << 20, 1 << 20);
  private static final StoreLimits SMALL_LOGS = new StoreLimits(1000, 1 << 20, 2_000);

  private final Env env = Env.production();
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();

  @TempDir Path folder;

  @BeforeEach
  void listen() {
    log.start();
    logger().addAppender(log);
  }

  @AfterEach
  void stopListening() {
    logger().detachAppender(log);
  }

  private static Logger logger() {
    return (Logger) LoggerFactory.getLogger(DataDirectory.class);
  }

  private List<String> warnings() {
    return log.list.stream()
        .filter(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
        .map(ILoggingEvent::getFormattedMessage)
        .toList();
  }

  private Path data() {
    return folder.resolve("data");
  }

  private Store open(StoreLimits limits) throws IOException {
    Store store = Store.open(env, data(), limits);
    store.begin();
    return store;
  }

  private Store open() throws IOException {
    return open(LIMITS);
  }

  private List<Path> files(String prefix) throws IOException {
    try (var all = Files.list(data())) {
      return all.filter(p -> String.valueOf(p.getFileName()).startsWith(prefix)).sorted().toList();
    }
  }

  private Path log() throws IOException {
    return files("log-").getLast();
  }

  private Path acknowledged() {
    return data().resolve("acknowledged");
  }

  /** Writes so many objects one after the other; returns the size of the log after each. */
  private List<Long> write(int count) throws Exception {
    var sizes = new ArrayList<Long>();
    try (Store store = open()) {
      for (int i = 0; i < count; i++) {
        Thing.put(store, "t" + i, "text " + i, null);
        sizes.add(Files.size(log()));
      }
    }
    return sizes;
  }

  /** A snapshot and logs that were written after it. */
  private void writeSnapshotAndLogs() throws Exception {
    for (int run = 0; run < 2; run++) {
      try (Store store = open(SMALL_LOGS)) {
        for (int i = 0; i < 40; i++) {
          Thing.put(store, "t" + run + "-" + i, "text " + i, null);
        }
      }
    }
    assertThat(files("snapshot-")).hasSize(1);
  }

  // ---- torn and truncated logs

  @Test
  void aLastWriteThatWasNeverAcknowledgedIsDroppedWithAWarning() throws Exception {
    List<Long> sizes = write(3);
    byte[] note = Files.readAllBytes(acknowledged());
    byte[] whole = appendOneMore();
    int acknowledgedBytes = Math.toIntExact(sizes.getLast());

    for (int cut = acknowledgedBytes; cut < whole.length; cut++) {
      log.list.clear();
      Files.write(log(), Arrays.copyOf(whole, cut));
      Files.write(acknowledged(), note);
      try (Store store = open()) {
        assertThat(store.head().collection(THINGS).size()).as("cut at %d", cut).isEqualTo(3);
      }
      assertThat(Files.size(log())).isEqualTo(acknowledgedBytes);
      if (cut == acknowledgedBytes) {
        assertThat(warnings()).isEmpty();
      } else {
        assertThat(warnings())
            .singleElement()
            .asString()
            .contains("file=" + log())
            .contains("offset=" + acknowledgedBytes)
            .contains("bytes=" + (cut - acknowledgedBytes));
      }
    }
  }

  private byte[] appendOneMore() throws Exception {
    try (Store store = open()) {
      Thing.put(store, "more", "text", null);
    }
    return Files.readAllBytes(log());
  }

  @Test
  @Attack("cut acknowledged writes off the end of the log")
  void aLogThatLacksAcknowledgedWritesIsRejected() throws Exception {
    write(4);
    byte[] whole = Files.readAllBytes(log());

    for (int cut = 0; cut < whole.length; cut++) {
      Files.write(log(), Arrays.copyOf(whole, cut));

      assertThatThrownBy(this::open)
          .as("cut at %d", cut)
          .isInstanceOf(IOException.class)
          .hasMessageContaining(log().toString())
          .hasMessageContaining("Acknowledged data is missing. Nothing was changed.");
      assertThat(Files.size(log())).isEqualTo(cut);
    }
    Files.write(log(), whole);
    open().close();
    assertThat(warnings()).isEmpty();
  }

  @Test
  @Attack("cut the log in half")
  void theMessageNamesFileAndOffset() throws Exception {
    List<Long> sizes = write(4);
    byte[] whole = Files.readAllBytes(log());
    Files.write(log(), Arrays.copyOf(whole, Math.toIntExact(sizes.get(1))));

    assertThatThrownBy(this::open)
        .hasMessageStartingWith(
            "%s ends at byte %d with revision 3, but was acknowledged up to byte %d."
                .formatted(log(), sizes.get(1), whole.length));
  }

  @Test
  void damageIsReportedWhereverItIsAndNothingIsTouched() throws Exception {
    write(3);
    byte[] whole = Files.readAllBytes(log());
    for (int at = 0; at < whole.length; at += 7) {
      byte[] damaged = whole.clone();
      damaged[at] ^= 0x40;
      Files.write(log(), damaged);

      assertThatThrownBy(this::open)
          .as("damaged at %d", at)
          .isInstanceOf(IOException.class)
          .hasMessageContaining(log().toString())
          .hasMessageContaining("Nothing was changed.");
      assertThat(Files.readAllBytes(log())).isEqualTo(damaged);
    }
  }

  // ---- missing files

  @Test
  @Attack("delete the log")
  void aMissingLogIsRejected() throws Exception {
    write(2);
    Path log = log();
    Files.delete(log);

    assertThatThrownBy(this::open).hasMessageStartingWith(log + " does not exist.");
    assertThat(files("log-")).isEmpty();
  }

  @Test
  @Attack("delete the log after a snapshot")
  void aSnapshotWithoutTheLogAfterItIsRejected() throws Exception {
    writeSnapshotAndLogs();
    for (Path log : files("log-")) {
      Files.delete(log);
    }

    assertThatThrownBy(this::open)
        .hasMessageContaining("log-")
        .hasMessageContaining("does not exist");
  }

  @Test
  @Attack("delete the snapshot")
  void aMissingSnapshotIsRejected() throws Exception {
    writeSnapshotAndLogs();
    Path snapshot = files("snapshot-").getFirst();
    Files.delete(snapshot);

    assertThatThrownBy(this::open).hasMessageStartingWith(snapshot + " does not exist.");
  }

  @Test
  @Attack("delete everything but the keys")
  void keysWithoutALogAreRejected() throws Exception {
    Files.createDirectories(data());
    Files.write(data().resolve("sa.seed"), new byte[32]);

    assertThatThrownBy(this::open)
        .hasMessageContaining("neither does any log, but " + data().resolve("sa.seed") + " does");
  }

  @Test
  @Attack("delete the file that says what was acknowledged")
  void aMissingNoteIsRejected() throws Exception {
    write(2);
    Files.delete(acknowledged());

    assertThatThrownBy(this::open)
        .hasMessageStartingWith(acknowledged() + " does not exist, but " + log() + " does.");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 511, 512, 1023})
  @Attack("cut the file that says what was acknowledged")
  void aNoteThatIsCutIsRejected(int length) throws Exception {
    write(2);
    Files.write(acknowledged(), Arrays.copyOf(Files.readAllBytes(acknowledged()), length));

    assertThatThrownBy(this::open)
        .hasMessageStartingWith(acknowledged() + " is damaged at byte 0:");
  }

  @Test
  void oneSlotOfTheNoteThatIsTornIsNoLoss() throws Exception {
    write(3);
    byte[] note = Files.readAllBytes(acknowledged());
    for (int slot = 0; slot < 2; slot++) {
      byte[] torn = note.clone();
      torn[slot * 512 + 20] ^= 1;
      Files.write(acknowledged(), torn);
      try (Store store = open()) {
        assertThat(store.head().collection(THINGS).size()).isEqualTo(3);
      }
    }
  }

  /** A disk on which no snapshot can be finished. */
  private Env withoutSnapshots() {
    io.coxswain.env.Files disk = env.files();
    var files =
        (io.coxswain.env.Files)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {io.coxswain.env.Files.class},
                (_, method, arguments) -> {
                  if (method.getName().equals("rename")
                      && String.valueOf(arguments[1]).contains("snapshot-")) {
                    throw new IOException("Input/output error");
                  }
                  try {
                    return method.invoke(disk, arguments);
                  } catch (InvocationTargetException e) {
                    throw e.getCause();
                  }
                });
    return new Env(
        env.clock(), env.timers(), env.tasks(), env.entropy(), files, env.exec(), env.api());
  }

  @Test
  @Attack("delete a log in the middle")
  void aGapBetweenLogsIsRejected() throws Exception {
    try (Store store = Store.open(withoutSnapshots(), data(), SMALL_LOGS)) {
      store.begin();
      for (int i = 0; i < 200; i++) {
        Thing.put(store, "t" + i, "text " + i, null);
      }
    }
    List<Path> logs = files("log-");
    assertThat(logs).hasSizeGreaterThan(2);
    try (Store store = open()) {
      assertThat(store.head().collection(THINGS).size()).isEqualTo(200);
    }
    byte[] middle = Files.readAllBytes(logs.get(1));

    Files.write(logs.get(1), Arrays.copyOf(middle, middle.length / 2));
    assertThatThrownBy(this::open)
        .hasMessageContaining(logs.get(1) + " ends at byte ")
        .hasMessageContaining("but was acknowledged up to byte " + middle.length);

    Files.delete(logs.get(1));
    assertThatThrownBy(this::open)
        .hasMessageStartingWith(
            logs.get(1) + " does not exist: what is before it ends at revision ");
  }

  // ---- formats

  private void copyFixture(String name) throws IOException, URISyntaxException {
    Path fixture =
        Path.of(
            Objects.requireNonNull(getClass().getResource("/data-directories/" + name)).toURI());
    Files.createDirectories(data());
    try (var all = Files.list(fixture)) {
      for (Path file : all.toList()) {
        Files.copy(file, data().resolve(Objects.requireNonNull(file.getFileName())));
      }
    }
  }

  private static void assertFixture(Store store) {
    assertThat(store.revision()).isEqualTo(28);
    assertThat(store.head().collection(THINGS).size()).isEqualTo(13);
    assertThat(store.head().find(THINGS, Thing.key("b0"))).isNull();
    assertThat(Thing.text(Objects.requireNonNull(store.head().find(THINGS, Thing.key("a")))))
        .isEqualTo("a11");
    assertThat(Thing.text(Objects.requireNonNull(store.head().find(THINGS, Thing.key("c")))))
        .isEqualTo("last");
  }

  @ParameterizedTest
  @ValueSource(strings = {"format-1", "format-2"})
  void aDirectoryOfEachFormatIsReadAndContinuedInTheCurrentOne(String name) throws Exception {
    copyFixture(name);

    try (Store store = open()) {
      assertFixture(store);
      Thing.put(store, "d", "new", null);
    }

    try (Store store = open()) {
      assertThat(store.revision()).isEqualTo(29);
    }
    assertThat(warnings()).isEmpty();
    byte[] newest = Files.readAllBytes(log());
    assertThat(ByteBuffer.wrap(newest).getInt(Frames.HEAD + 1)).isEqualTo(FileFormat.CURRENT);
  }

  @Test
  void aMigrationThatWasCutShortIsContinued() throws Exception {
    copyFixture("format-1");
    open().close();
    Files.delete(log()); // as if the process had died before it began the new log
    try (var all = Files.list(data())) {
      assertThat(all).contains(acknowledged());
    }
    var position =
        new Acknowledged.Position(
            20,
            Files.size(log()),
            28,
            Long.parseLong(files("snapshot-").getFirst().toString().replaceAll(".*-", "")));
    Acknowledged.create(env.files(), data(), position).close();

    try (Store store = open()) {
      assertFixture(store);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"log-", "snapshot-", "acknowledged"})
  @Attack("start an older program with a directory of a newer one")
  void aNewerFormatIsRejected(String prefix) throws Exception {
    writeSnapshotAndLogs();
    Path file = files(prefix).getLast();
    if (prefix.equals("acknowledged")) {
      makeNewer(file);
    } else {
      byte[] bytes = Files.readAllBytes(file);
      int length = ByteBuffer.wrap(bytes).getInt(4);
      byte[] payload = Arrays.copyOfRange(bytes, Frames.HEAD, Frames.HEAD + length);
      ByteBuffer.wrap(payload).putInt(1, FileFormat.NEWEST + 1);
      System.arraycopy(Frames.frame(payload), 0, bytes, 0, Frames.HEAD + length);
      Files.write(file, bytes);
    }

    assertThatThrownBy(this::open)
        .hasMessage(
            "%s has format %d, but this program reads formats 1 to %d only; use the version of coxswain that wrote it, or a newer one"
                .formatted(file, FileFormat.NEWEST + 1, FileFormat.NEWEST));
  }

  private static void makeNewer(Path note) throws IOException {
    byte[] bytes = Files.readAllBytes(note);
    for (int slot = 0; slot < 2; slot++) {
      ByteBuffer.wrap(bytes).putInt(slot * 512 + 4, FileFormat.NEWEST + 1);
      var crc = new java.util.zip.CRC32C();
      crc.update(bytes, slot * 512, 52);
      ByteBuffer.wrap(bytes).putInt(slot * 512 + 52, (int) crc.getValue());
    }
    Files.write(note, bytes);
  }
}
