package io.coxswain.cli;

import io.coxswain.cli.train.Terminal;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.env.Exec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The terminal that the program was started from. */
final class SystemTerminal implements Terminal {
  private static final Size DEFAULT = new Size(80, 24);
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(2);

  private static final AtomicReference<@Nullable SystemTerminal> ONE = new AtomicReference<>();

  /** Tenths of a second after which a read without a key returns. */
  private static final int READ_TIME = 2;

  private final Env env;
  private final AtomicReference<String> saved = new AtomicReference<>("");
  private volatile Size size = DEFAULT;

  private SystemTerminal(Env env) {
    this.env = env;
    measure();
    var _ =
        env.tasks()
            .spawn(
                "size of the terminal",
                () -> {
                  while (true) {
                    env.clock().sleep(BETWEEN_LOOKS);
                    measure();
                  }
                });
  }

  static SystemTerminal of(Env env) {
    SystemTerminal known = ONE.get();
    if (known != null) {
      return known;
    }
    var made = new SystemTerminal(env);
    ONE.set(made);
    return made;
  }

  /** Whether the program is connected to a terminal, so that it can ask the user. */
  @SuppressWarnings(
      "SystemConsoleNull") // the JDK's own console, the default since 25, is null then
  static boolean isThere() {
    return System.console() != null
        && System.console().isTerminal()
        && !"dumb".equals(System.getenv("TERM"));
  }

  static boolean hasUnicode() {
    String encoding = System.getProperty("stdout.encoding", "");
    return encoding.toUpperCase(Locale.ROOT).startsWith("UTF");
  }

  @Override
  public void write(String text) {
    System.out.print(text);
    System.out.flush();
  }

  @Override
  public Size size() {
    return size;
  }

  /** Reads in non-canonical mode, in which a read returns after {@link #READ_TIME}. */
  @Override
  public @Nullable Character readKey(Duration atMost, BooleanSupplier wanted)
      throws CancelledException {
    String settings = stty("-g").orElse("");
    if (settings.isEmpty() || stty("-icanon -echo min 0 time " + READ_TIME).isEmpty()) {
      return null;
    }
    saved.set(settings);
    try {
      long deadline = env.clock().nanos() + atMost.toNanos();
      while (wanted.getAsBoolean() && env.clock().nanos() < deadline) {
        int key = System.in.read();
        if (key >= 0) {
          return (char) key;
        }
      }
      return null;
    } catch (IOException e) {
      return null;
    } finally {
      restore();
    }
  }

  /** Restores the terminal's settings, also while a key is being read. */
  static void restoreAny() throws CancelledException {
    SystemTerminal known = ONE.get();
    if (known != null) {
      known.restore();
    }
  }

  /** Restores the settings that were changed to read a key. */
  private void restore() throws CancelledException {
    String settings = saved.getAndSet("");
    if (!settings.isEmpty()) {
      var _ = stty(settings);
    }
  }

  private void measure() throws CancelledException {
    String[] words = stty("size").orElse("").strip().split(" ", -1);
    try {
      if (words.length == 2 && !words[0].equals("0")) {
        size = new Size(Integer.parseInt(words[1]), Integer.parseInt(words[0]));
      }
    } catch (NumberFormatException e) {
      size = DEFAULT;
    }
  }

  /** Runs stty on the terminal: the JDK has no means to query or configure it. */
  private Optional<String> stty(String arguments) throws CancelledException {
    var output = new ByteArrayOutputStream();
    var environment = new TreeMap<String, String>();
    String path = System.getenv("PATH");
    environment.put("PATH", path == null ? "/usr/bin:/bin" : path);
    try {
      int code =
          env.exec()
              .start(
                  new Exec.Command(
                      List.of("sh", "-c", "stty " + arguments + " </dev/tty"),
                      environment,
                      Path.of("").toAbsolutePath(),
                      (buffer, length) -> output.write(buffer, 0, length)))
              .await();
      return code == 0
          ? Optional.of(output.toString(StandardCharsets.UTF_8).strip())
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
