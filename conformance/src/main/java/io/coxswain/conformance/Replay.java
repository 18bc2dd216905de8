package io.coxswain.conformance;

import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.env.Env;
import io.coxswain.kube.KubeControllers;
import io.coxswain.kube.certificates.CertificateControllers;
import io.coxswain.kube.certificates.SigningOptions;
import io.coxswain.runtime.certificates.CertificateAuthority;
import io.coxswain.runtime.certificates.Identity;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.runtime.manager.ManagerException;
import io.coxswain.sim.Network;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.WorldFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Replays recordings, each on its own server; also a command for developers. */
public final class Replay {
  private static final int SHOWN = 5;
  private static final String ROOT_CA = "the certificate authority";

  private Replay() {}

  /** The CA of the signing controllers; its key takes long to generate, so all replays share it. */
  private static final class Signer {
    private static final Identity CA = create();

    private static Identity create() {
      try {
        var authority =
            CertificateAuthority.create(
                "test-ca",
                "test",
                Instant.parse("2020-01-01T00:00:00Z"),
                Duration.ofDays(20 * 365),
                Env.production().entropy());
        return Identity.parse(authority.certificatePem(), authority.keyPem());
      } catch (GeneralSecurityException | IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /**
   * Returns the differences when the recording is replayed on a server of its own, with the
   * controllers of kube-controller-manager if these took part.
   */
  public static List<String> differences(Transcript transcript) {
    var found = new ArrayList<String>();
    Simulation simulation = Simulation.named(transcript.name());
    if (transcript.controllers()) {
      simulation = simulation.process("kcm", Replay::runControllers);
    }
    simulation
        .server(ApiServerOptions.plain().withServiceAccounts())
        .network(Network.PROMPT)
        .script(world -> found.addAll(TranscriptPlayer.play(world, transcript, Set.of())))
        .run(1);
    return found;
  }

  private static void runControllers(Env env) throws ManagerException {
    Manager manager =
        Manager.builder(env)
            .userAgent("kube-controller-manager/test")
            .cache(all -> all.shareRecent(1_024).detectChanges())
            .build();
    KubeControllers.register(manager, ROOT_CA);
    CertificateControllers.registerSigning(
        manager, SigningOptions.all(() -> Signer.CA, SigningOptions.DEFAULT_DURATION));
    manager.run();
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
        found = differences(transcript);
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
