package io.coxswain.runtime.flags;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.env.Env;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlagsTest {
  private static Flags flags(Flags.Style style) {
    return new Flags(style)
        .string("kubeconfig", "", "Paths to a kubeconfig.")
        .bool("leader-elect", false, "Enable leader election.")
        .integer("workers", 1, "How many.")
        .duration("resync", "10h", "How often.");
  }

  @Test
  void parsesGoSyntax() throws FlagException {
    Flags flags = flags(Flags.Style.GO);

    flags.parse(
        List.of("-kubeconfig", "/a=b", "--leader-elect", "--workers=5", "-resync=1h30m", "rest"));

    assertThat(flags.string("kubeconfig")).isEqualTo("/a=b");
    assertThat(flags.isSet("leader-elect")).isTrue();
    assertThat(flags.integer("workers")).isEqualTo(5);
    assertThat(flags.duration("resync")).isEqualTo(Duration.ofMinutes(90));
    assertThat(flags.arguments()).containsExactly("rest");
    assertThat(flags.usage())
        .contains("  -resync duration\n    \tHow often. (default 10h)\n")
        .contains("  -leader-elect\n    \tEnable leader election.\n");
  }

  @Test
  void reportsErrorsWithGoMessages() {
    assertThatThrownBy(() -> flags(Flags.Style.GO).parse(List.of("--nope")))
        .hasMessage("flag provided but not defined: -nope");
    assertThatThrownBy(() -> flags(Flags.Style.POSIX).parse(List.of("--leaderElect")))
        .hasMessage("unknown flag: --leaderElect (did you mean --leader-elect?)");
    assertThatThrownBy(() -> flags(Flags.Style.GO).parse(List.of("-workers", "many")))
        .hasMessage("invalid value \"many\" for flag -workers: parse error");
    assertThatThrownBy(() -> flags(Flags.Style.POSIX).parse(List.of("--resync=5")))
        .hasMessage(
            "invalid argument \"5\" for \"--resync\" flag: time: missing unit in duration \"5\"");
    assertThatThrownBy(() -> flags(Flags.Style.GO).parse(List.of("-kubeconfig")))
        .hasMessage("flag needs an argument: -kubeconfig");
  }

  @Test
  void parsesDurationsAsGoDoes() throws FlagException {
    assertThat(GoDuration.parse("1.5s")).isEqualTo(Duration.ofMillis(1500));
    assertThat(GoDuration.parse("-2h3m4s5ms6us7ns"))
        .isEqualTo(
            Duration.ofHours(2)
                .plusMinutes(3)
                .plusSeconds(4)
                .plusMillis(5)
                .plusNanos(6007)
                .negated());
    assertThat(GoDuration.parse("0")).isEqualTo(Duration.ZERO);
    for (String bad : new String[] {"", "s", "one"}) {
      assertThatThrownBy(() -> GoDuration.parse(bad))
          .hasMessage("time: invalid duration \"" + bad + "\"");
    }
    for (String bad : new String[] {"1", "1s2"}) {
      assertThatThrownBy(() -> GoDuration.parse(bad))
          .hasMessage("time: missing unit in duration \"" + bad + "\"");
    }
    assertThatThrownBy(() -> GoDuration.parse("1x"))
        .hasMessage("time: unknown unit \"x\" in duration \"1x\"");
  }

  /** A configuration file. */
  public static final class Config {
    public int workers;
    public Inner inner = new Inner();

    /** A nested section. */
    public static final class Inner {
      public String name = "";
    }
  }

  @Test
  void readsConfigFilesStrictly(@TempDir Path folder) throws Exception {
    assertThat(read(folder, "workers: 5\ninner: {name: a}\n").inner.name).isEqualTo("a");
    assertThatThrownBy(() -> read(folder, "workers: 5\ninner:\n  nmae: a\n"))
        .isInstanceOf(FlagException.class)
        .hasMessage(
            folder.resolve("c.yaml") + ":3: strict decoding error: unknown field \"inner.nmae\"");
    assertThatThrownBy(() -> read(folder, "workers: many\n"))
        .hasMessageStartingWith(folder.resolve("c.yaml") + ":1: workers: ");
    assertThatThrownBy(() -> read(folder, "a: [\n"))
        .hasMessageStartingWith(folder.resolve("c.yaml") + ":");
    assertThatThrownBy(
            () ->
                ConfigFile.read(
                    Env.production().files(), folder.resolve("none.yaml"), Config.class))
        .hasMessageStartingWith("config file " + folder.resolve("none.yaml") + " cannot be read: ");
  }

  private static Config read(Path folder, String text) throws IOException, FlagException {
    Path file = folder.resolve("c.yaml");
    Files.writeString(file, text);
    return ConfigFile.read(Env.production().files(), file, Config.class);
  }
}
