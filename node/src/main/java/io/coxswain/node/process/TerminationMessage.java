package io.coxswain.node.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.coxswain.api.ObjectKey;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Files;
import io.coxswain.node.logs.LogRequest;
import io.coxswain.node.logs.LogStream;
import io.coxswain.node.logs.NoLogException;
import io.coxswain.node.logs.PodLogs;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/** The termination message of a container, within a kubelet's bounds. */
final class TerminationMessage {
  private static final int MAX_BYTES = 4096;
  private static final int MAX_LOG_BYTES = 2048;
  private static final int MAX_LOG_LINES = 80;

  private TerminationMessage() {}

  /** What the container wrote to its termination message file; empty if nothing can be read. */
  static String read(Files files, Path file) {
    if (files.isLink(file) || !files.exists(file)) {
      return "";
    }
    try (InputStream in = files.open(file)) {
      return new String(in.readNBytes(MAX_BYTES), UTF_8);
    } catch (IOException e) {
      return "";
    }
  }

  /** The end of the container's log. */
  static String ofLog(PodLogs logs, ObjectKey pod, String container) throws CancelledException {
    var text = new ByteArrayOutputStream();
    try (LogStream log = logs.open(LogRequest.all(pod, container).tail(MAX_LOG_LINES))) {
      for (byte[] next = log.next(); next != null; next = log.next()) {
        text.writeBytes(next);
      }
    } catch (IOException | NoLogException e) {
      return "";
    }
    byte[] all = text.toByteArray();
    int from = Math.max(0, all.length - MAX_LOG_BYTES);
    return new String(all, from, all.length - from, UTF_8);
  }
}
