package io.coxswain.real;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The Go kube-controller-manager on the server of all scenarios, until closed. */
public final class GoManager implements AutoCloseable {
  private final Process process;

  private GoManager(Process process) {
    this.process = process;
  }

  public static boolean isThere() {
    return Assets.find().filter(assets -> assets.has("kube-controller-manager")).isPresent();
  }

  /** What either program is told. */
  public static String[] flags() {
    RealServer server = RealVenue.server();
    return new String[] {
      "--leader-elect=false",
      "--controllers=*",
      "--root-ca-file=" + server.file("ca.crt"),
      "--service-account-private-key-file=" + server.file("serving.key")
    };
  }

  public static GoManager start() throws IOException {
    RealServer server = RealVenue.server();
    Assets assets = Assets.find().orElseThrow();
    var words = new ArrayList<>(List.of(assets.program("kube-controller-manager")));
    words.addAll(List.of(flags()));
    words.add("--kubeconfig=" + server.kubeconfig());
    words.add("--secure-port=0");
    words.add("--kube-api-qps=1000");
    words.add("--kube-api-burst=1000");
    Path log = server.file("kube-controller-manager.log");
    Process process =
        new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    return new GoManager(process);
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
