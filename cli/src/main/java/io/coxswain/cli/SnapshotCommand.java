package io.coxswain.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.store.Backup;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiStream;
import io.coxswain.env.Env;
import io.coxswain.env.FileProblem;
import io.coxswain.env.Journal;
import io.coxswain.runtime.transport.HttpTransport;
import io.coxswain.runtime.transport.Kubeconfig;
import io.coxswain.runtime.transport.KubeconfigException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.LongConsumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code coxswain snapshot}: backups of the API server's data. */
@Command(
    name = "snapshot",
    description = "Back up and restore the data of the API server.",
    mixinStandardHelpOptions = true)
final class SnapshotCommand implements Runnable {
  private static final long PROGRESS_STEP = 16L << 20;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "name a command: save, restore or status");
  }

  @Command(
      name = "save",
      mixinStandardHelpOptions = true,
      description = {
        "Save all objects and keys of a running API server to a file.",
        "The file contains the keys of the cluster. Anyone who can read it is an administrator."
      })
  int save(
      @Parameters(
              paramLabel = "FILE",
              description = "The file to write; it is replaced when the snapshot is complete.")
          Path file,
      @Option(
              names = "--kubeconfig",
              paramLabel = "FILE",
              defaultValue = ".coxswain/kubeconfig",
              description =
                  "How to reach the API server as an administrator [default: ${DEFAULT-VALUE}].")
          String kubeconfig) {
    Env env = Env.production();
    Path target = file.toAbsolutePath();
    Path temporary = target.resolveSibling(target.getFileName() + ".part");
    try {
      try {
        download(env, kubeconfig, temporary);
        Backup.Summary saved = Backup.check(env.files(), temporary, _ -> {});
        env.files().rename(temporary, target);
        out().println("saved " + file + ": " + describe(saved));
        return 0;
      } finally {
        env.files().delete(temporary);
      }
    } catch (IOException e) {
      throw new CommandException("cannot save a snapshot to " + file + ": " + FileProblem.why(e));
    }
  }

  private void download(Env env, String kubeconfig, Path to) throws IOException {
    HttpTransport server;
    try {
      server = HttpTransport.to(new Kubeconfig(env.files(), Map.of(), kubeconfig, null));
    } catch (KubeconfigException e) {
      throw new CommandException("cannot use the kubeconfig " + kubeconfig + ": " + e.getMessage());
    }
    try (ApiStream stream = server.open(ApiRequest.of("POST", "/snapshot"))) {
      if (stream.status() != 200) {
        throw new IOException(
            "the server responded with "
                + stream.status()
                + " "
                + Json.tree(stream.errorResponse().body()).path("message").asText());
      }
      env.files().delete(to);
      try (Journal journal = env.files().journal(to)) {
        LongConsumer progress = progress("received");
        for (byte[] piece = stream.next(); piece != null; piece = stream.next()) {
          journal.append(piece, 0, piece.length);
          progress.accept(journal.size());
        }
        journal.sync();
      }
    }
  }

  @Command(
      name = "restore",
      mixinStandardHelpOptions = true,
      description = {
        "Create a data directory from a snapshot.",
        "Start the API server with --data-dir DIR afterwards."
      })
  int restore(
      @Parameters(paramLabel = "FILE", description = "Snapshot file.") Path file,
      @Option(
              names = "--data-dir",
              paramLabel = "DIR",
              required = true,
              description = "Directory to create; it must be empty or not exist.")
          Path directory,
      @Option(
              names = "--bump-revision",
              paramLabel = "N",
              defaultValue = "1000000000",
              description =
                  "How much to raise the revision, so that clients which have seen later revisions"
                      + " than the snapshot's read everything again [default: ${DEFAULT-VALUE}].")
          long bump) {
    if (bump < 0) {
      throw new CommandException("--bump-revision must not be negative");
    }
    try {
      Backup.Summary restored =
          Backup.restore(Env.production(), file, directory, bump, progress("read"));
      out().println("restored " + directory + ": " + describe(restored));
      return 0;
    } catch (IOException e) {
      throw new CommandException(FileProblem.why(e));
    }
  }

  @Command(
      name = "status",
      mixinStandardHelpOptions = true,
      description = "Verify a snapshot and print a summary.")
  int status(
      @Parameters(paramLabel = "FILE", description = "Snapshot file.") Path file,
      @Option(
              names = {"-o", "--output"},
              paramLabel = "FORMAT",
              defaultValue = "table",
              description = "Output format: table or json [default: ${DEFAULT-VALUE}].")
          String output) {
    if (!output.equals("table") && !output.equals("json")) {
      throw new CommandException("unknown output format " + output + ": use table or json");
    }
    try {
      Backup.Summary found = Backup.check(Env.production().files(), file, progress("read"));
      out().println(output.equals("json") ? json(found) : table(found));
      return 0;
    } catch (IOException e) {
      throw new CommandException(FileProblem.why(e));
    }
  }

  private static String json(Backup.Summary found) {
    ObjectNode node = Json.MAPPER.createObjectNode();
    node.put("revision", found.revision());
    node.put("objects", found.objects());
    node.put("bytes", found.bytes());
    node.put("format", found.format());
    found.keys().forEach(node.putArray("keys")::add);
    node.put("sha256", found.sha256());
    node.put("checksum", "ok");
    return node.toString();
  }

  private static String table(Backup.Summary found) {
    String row = "%-12s %-9s %-12s %-7s %-9s %s";
    return row.formatted("REVISION", "OBJECTS", "BYTES", "FORMAT", "CHECKSUM", "KEYS")
        + System.lineSeparator()
        + row.formatted(
            found.revision(),
            found.objects(),
            found.bytes(),
            found.format(),
            "ok",
            String.join(",", found.keys()));
  }

  private static String describe(Backup.Summary of) {
    return "revision %d, %d objects, %d bytes, sha256 %s"
        .formatted(of.revision(), of.objects(), of.bytes(), of.sha256());
  }

  /** Reports the progress of a large snapshot on standard error. */
  private LongConsumer progress(String verb) {
    PrintWriter err = spec.commandLine().getErr();
    long[] reported = {0};
    return bytes -> {
      if (bytes - reported[0] >= PROGRESS_STEP) {
        reported[0] = bytes;
        err.println(verb + " " + (bytes >> 20) + " MiB");
        err.flush();
      }
    };
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
