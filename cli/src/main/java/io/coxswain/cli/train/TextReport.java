package io.coxswain.cli.train;

import io.coxswain.env.Clock;
import java.io.PrintStream;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;

/** One line per change for files and pipes; progress is reported every ten percent. */
public final class TextReport implements Report {
  private static final int COLUMNS = 80;
  private static final int PERCENT_STEP = 10;

  private final PrintStream out;
  private final Clock clock;
  private final Style style;
  private final ProgressScreen board;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, Integer> told = new TreeMap<>();

  public TextReport(PrintStream out, Clock clock, Style style) {
    this.out = out;
    this.clock = clock;
    this.style = style;
    this.board = new ProgressScreen(style, clock.nanos());
  }

  @Override
  public void note(String text) {
    print(style.paint(Style.DIM, text));
  }

  @Override
  public void trainJob(String name, String condition, String message) {
    lock.lock();
    try {
      board.job(name).condition(condition);
      print(name + " " + condition + (message.isEmpty() ? "" : ": " + message));
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void node(Node node) {
    lock.lock();
    try {
      board.node(node);
      print(board.prefix(node.name()) + style.paint(Style.colour(node.phase()), node.detail()));
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void output(String node, String line) {
    lock.lock();
    try {
      print(board.prefix(node) + line);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void progress(String trainJob, Progress progress) {
    lock.lock();
    try {
      JobState job = board.job(trainJob);
      job.progress(progress, clock.nanos());
      int step = progress.percent().orElse(0) / PERCENT_STEP;
      if (told.getOrDefault(trainJob, -1) < step) {
        told.put(trainJob, step);
        var text = new StringBuilder(trainJob);
        progress.percent().ifPresent(percent -> text.append("  ").append(percent).append(" %"));
        job.remainingSeconds(clock.nanos())
            .ifPresent(
                left -> text.append("  about ").append(DurationText.of(left)).append(" left"));
        if (!progress.metrics().isEmpty()) {
          text.append("  ").append(progress.describeMetrics());
        }
        print(text.toString());
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void question(String text) {
    print(text);
  }

  @Override
  public void answered() {}

  @Override
  public void result(Result result) {
    lock.lock();
    try {
      Summary.lines(result, board, COLUMNS, style).forEach(this::print);
    } finally {
      lock.unlock();
    }
  }

  private void print(String line) {
    out.println(line);
  }

  @Override
  public void close() {
    out.flush();
  }
}
