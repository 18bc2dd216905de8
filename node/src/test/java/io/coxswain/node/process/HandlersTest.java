package io.coxswain.node.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.env.Env;
import io.coxswain.env.Exec;
import io.coxswain.env.Sockets;
import io.coxswain.evidence.Attack;
import io.coxswain.node.network.PodNetwork;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.ExecAction;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.TCPSocketAction;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class HandlersTest {
  private static final Duration LONG = Duration.ofSeconds(30);

  private final Env real = Env.production();

  @TempDir Path folder;

  /** Connecting overflows the stack. */
  private static final class Deep implements Sockets {
    @Override
    public Connection connect(String address, int port) {
      throw new StackOverflowError("planted");
    }

    @Override
    public Listener listen(String address, int port) {
      throw new StackOverflowError("planted");
    }
  }

  private Handlers.Place place() {
    return new Handlers.Place(
        new ContainerBuilder().withName("c").build(),
        new Exec.Command(List.of("true"), new TreeMap<>(), folder, (_, _) -> {}),
        text -> text,
        "10.65.0.1");
  }

  @Test
  @Attack("a probe that dies of a stack overflow")
  void aProbeThatOverflowsTheStackFailsAlone() {
    var env =
        new Env(
            real.clock(),
            real.timers(),
            real.tasks(),
            real.entropy(),
            real.files(),
            real.exec(),
            real.api(),
            real.http(),
            new Deep());
    var handlers = new Handlers(env, new PodNetwork(true));

    var failure =
        handlers.run(
            place(),
            new Handlers.Action(null, null, new TCPSocketAction("", new IntOrString(80)), null),
            LONG);

    assertThat(failure).hasValue("java.lang.StackOverflowError: planted");
    assertThat(env.tasks().failures().count()).isZero();
  }

  @Test
  @Attack("an exec probe whose command is no path of this machine")
  void aCommandThatCannotBeAPathFailsTheProbe() {
    var handlers = new Handlers(real, new PodNetwork(true));

    var failure =
        handlers.run(
            place(),
            new Handlers.Action(new ExecAction(List.of("/bin/a\0b")), null, null, null),
            LONG);

    assertThat(failure).isPresent();
  }
}
