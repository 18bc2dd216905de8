package io.coxswain.sim.transcript;

import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.sim.Network;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.WorldFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Replays recordings on a server of their own each; also a program for the developer. */
public final class Replay {
  private static final int SHOWN = 5;

  private Replay() {}

  /** What differs when the recording is replayed on a server without controllers. */
  public static List<String> onServer(Transcript transcript) {
    var found = new ArrayList<String>();
    Simulation.named(transcript.name())
        .server(ApiServerOptions.plain().withServiceAccounts())
        .network(Network.PROMPT)
        .script(world -> found.addAll(TranscriptPlayer.play(world, transcript, Set.of())))
        .run(1);
    return found;
  }

  /** {@code [-v] FILE...}: prints the differences of each file. */
  public static void main(String... arguments) throws IOException {
    boolean all = arguments.length > 0 && arguments[0].equals("-v");
    int passed = 0;
    int failed = 0;
    for (String argument : List.of(arguments).subList(all ? 1 : 0, arguments.length)) {
      Path file = Path.of(argument).toAbsolutePath();
      Path data = file.resolve("../../..").normalize();
      Transcript transcript = Transcript.read(file, data);
      List<String> found;
      try {
        found = onServer(transcript);
      } catch (WorldFailure e) {
        found = List.of(String.valueOf(e));
      }
      if (found.isEmpty()) {
        passed++;
        continue;
      }
      failed++;
      System.out.println("DIFF " + transcript.name() + " (" + found.size() + ")");
      found.stream()
          .limit(all ? Long.MAX_VALUE : SHOWN)
          .forEach(line -> System.out.println("   " + line));
    }
    System.out.println(passed + " passed, " + failed + " failed");
  }
}
