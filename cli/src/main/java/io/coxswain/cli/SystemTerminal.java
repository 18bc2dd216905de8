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
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The terminal that the program was started from. */
final class SystemTerminal implements Terminal {
  private static final Size USUAL = new Size(80, 24);
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(2);

  private static final AtomicReference<@Nullable SystemTerminal> ONE = new AtomicReference<>();

  private volatile Size size = USUAL;

  private SystemTerminal(Env env) {
    measure(env);
    var _ =
        env.tasks()
            .spawn(
                "size of the terminal",
                () -> {
                  while (true) {
                    env.clock().sleep(BETWEEN_LOOKS);
                    measure(env);
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

  /** Whether people read what is printed, and can be asked. */
  @SuppressWarnings("SystemConsoleNull") // the JDK's own one, the default since 25, is null then
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

  @Override
  public @Nullable String readLine() {
    var line = new ByteArrayOutputStream();
    try {
      for (int next = System.in.read(); next != '\n'; next = System.in.read()) {
        if (next < 0) {
          return null;
        }
        line.write(next);
      }
      return line.toString(StandardCharsets.UTF_8);
    } catch (IOException e) {
      return null;
    }
  }

  /** Asks the terminal by the tool that knows; the JDK does not. */
  private void measure(Env env) throws CancelledException {
    var output = new ByteArrayOutputStream();
    var environment = new TreeMap<String, String>();
    String path = System.getenv("PATH");
    environment.put("PATH", path == null ? "/usr/bin:/bin" : path);
    try {
      int code =
          env.exec()
              .start(
                  new Exec.Command(
                      List.of("sh", "-c", "stty size </dev/tty"),
                      environment,
                      Path.of("").toAbsolutePath(),
                      (buffer, length) -> output.write(buffer, 0, length)))
              .await();
      String[] words = output.toString(StandardCharsets.UTF_8).strip().split(" ");
      if (code == 0 && words.length == 2 && !words[0].equals("0")) {
        size = new Size(Integer.parseInt(words[1]), Integer.parseInt(words[0]));
      }
    } catch (IOException | NumberFormatException e) {
      size = USUAL;
    }
  }
}
