package io.coxswain.cli.train;

import io.coxswain.env.Bell;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.env.Task;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;

/**
 * A live display for a terminal: the output of the nodes scrolls up, and the state of the training
 * is redrawn below it. Callers only enqueue; one task draws, at most ten times a second, so that
 * neither a fast log nor a slow terminal delays a caller.
 */
public final class LiveReport implements Report {
  private static final Duration BETWEEN_FRAMES = Duration.ofMillis(100);
  private static final Duration MAX_REST = Duration.ofSeconds(1);

  /** Above this amount of pending output, the caller that adds more draws it itself. */
  private static final int MAX_PENDING = 1 << 20;

  /**
   * Cursor movements and other control sequences that would disturb the screen; colours are kept.
   */
  private static final Pattern CONTROLS =
      Pattern.compile(
          "\\x1b\\[[0-?]*[ -/]*[@-ln-~]|\\x1b[^\\[]|[\\x00-\\x08\\x0b-\\x1a\\x1c-\\x1f\\x7f]");

  private final Env env;
  private final Terminal terminal;
  private final Style style;
  private final ProgressScreen board;
  private final Bell changed;
  private final Task painter;
  private final ReentrantLock lock = new ReentrantLock();
  private final StringBuilder pending = new StringBuilder();
  private String question = "";
  private int drawn;
  private boolean closed;

  public LiveReport(Env env, Terminal terminal, Style style) {
    this.env = env;
    this.terminal = terminal;
    this.style = style;
    this.board = new ProgressScreen(style, env.clock().nanos());
    this.changed = env.tasks().newBell();
    this.painter = env.tasks().spawn("screen", this::paintOften);
  }

  private void paintOften() throws CancelledException {
    while (true) {
      long seen = changed.rings();
      paint();
      if (isClosed()) {
        return;
      }
      env.clock().sleep(BETWEEN_FRAMES);
      boolean _ = changed.await(seen, MAX_REST);
    }
  }

  private boolean isClosed() {
    lock.lock();
    try {
      return closed;
    } finally {
      lock.unlock();
    }
  }

  /** Writes the frame in one call, so that the terminal never shows half of it. */
  private void paint() {
    lock.lock();
    try {
      var frame = new StringBuilder();
      if (drawn > 0) {
        frame.append("\u001b[").append(drawn).append("A");
      }
      frame.append("\r\u001b[J").append(pending);
      pending.setLength(0);
      drawn = 0;
      if (!closed) {
        Terminal.Size size = terminal.size();
        List<String> lines = board.lines(env.clock().nanos(), size);
        int most = Math.max(1, size.rows() - 2);
        for (String line : lines.subList(0, Math.min(lines.size(), most))) {
          frame.append(line).append("\n");
          drawn++;
        }
        frame.append(style.paint(Style.BOLD, question));
      }
      terminal.write(frame.toString());
    } finally {
      lock.unlock();
    }
  }

  private void update(Runnable what) {
    lock.lock();
    try {
      what.run();
      if (pending.length() > MAX_PENDING) {
        paint();
      }
    } finally {
      lock.unlock();
    }
    changed.ring();
  }

  private void line(String text) {
    pending.append(text).append("\n");
  }

  /**
   * The visible part of a line: for an overwritten line, such as a progress bar, its last state.
   */
  static String clean(String line) {
    String text = line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
    text = text.substring(text.lastIndexOf('\r') + 1);
    return CONTROLS.matcher(text).replaceAll("");
  }

  @Override
  public void note(String text) {
    update(() -> line(style.paint(Style.DIM, text)));
  }

  @Override
  public void trainJob(String name, String condition, String message) {
    update(
        () -> {
          board.job(name).condition(condition);
          if (!message.isEmpty()) {
            line(style.paint(Style.BOLD, name) + " " + condition + ": " + message);
          }
        });
  }

  @Override
  public void node(Node node) {
    update(
        () -> {
          board.node(node);
          if (node.phase() != Phase.WAITING || node.restarts() > 0) {
            line(
                board.prefix(node.name()) + style.paint(Style.colour(node.phase()), node.detail()));
          }
        });
  }

  @Override
  public void output(String node, String line) {
    update(() -> line(board.prefix(node) + clean(line) + (style.colours() ? "\u001b[0m" : "")));
  }

  @Override
  public void progress(String trainJob, Progress progress) {
    update(() -> board.job(trainJob).progress(progress, env.clock().nanos()));
  }

  @Override
  public void question(String text) {
    update(() -> question = text);
  }

  @Override
  public void answered() {
    update(() -> question = "");
  }

  @Override
  public void result(Result result) {
    update(
        () -> Summary.lines(result, board, terminal.size().columns(), style).forEach(this::line));
  }

  @Override
  public void close() {
    update(() -> closed = true);
    painter.cancel();
    paint();
  }
}
