package io.coxswain.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.Json;
import io.coxswain.apiserver.ApiServer;
import io.coxswain.apiserver.http.HttpsServer;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.env.Env;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code coxswain snapshot} with a server over HTTPS. */
final class SnapshotCommandTest {
  private final Env env = Env.production();
  private final StringWriter output = new StringWriter();
  private final StringWriter errors = new StringWriter();

  @TempDir Path folder;

  private int run(String... arguments) {
    output.getBuffer().setLength(0);
    errors.getBuffer().setLength(0);
    CommandLine line = Coxswain.commandLine();
    line.setOut(new PrintWriter(output, true));
    line.setErr(new PrintWriter(errors, true));
    return line.execute(arguments);
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  @Test
  void savesShowsAndRestores() throws Exception {
    long revision;
    try (ApiServer server = ApiServer.open(env, ApiServerOptions.plain(), folder.resolve("data"));
        HttpsServer front = HttpsServer.start(env, server, 0)) {
      front.writeKubeconfig(folder.resolve("kubeconfig"));
      revision = server.revision();

      assertThat(run("snapshot", "save", path("backup"), "--kubeconfig", path("kubeconfig")))
          .as(errors.toString())
          .isZero();
      assertThat(output.toString()).startsWith("saved " + path("backup") + ": revision ");
    }
    assertThat(
            PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("backup"))))
        .isEqualTo("rw-------");
    assertThat(folder.resolve("backup.part")).doesNotExist();

    assertThat(run("snapshot", "status", path("backup"))).isZero();
    assertThat(output.toString())
        .contains("REVISION")
        .contains("ca.crt,ca.key,front-proxy-ca.crt,front-proxy-ca.key,sa.seed");
    assertThat(run("snapshot", "status", path("backup"), "-o", "json")).isZero();
    var status = Json.MAPPER.readTree(output.toString());
    assertThat(status.path("revision").asLong()).isEqualTo(revision);
    assertThat(status.path("checksum").asText()).isEqualTo("ok");
    assertThat(status.path("objects").asLong()).isGreaterThan(10);

    assertThat(run("snapshot", "restore", path("backup"), "--data-dir", path("restored")))
        .as(errors.toString())
        .isZero();
    ApiServer.open(env, ApiServerOptions.plain(), folder.resolve("restored")).close();
    assertThat(run("snapshot", "restore", path("backup"), "--data-dir", path("restored")))
        .isEqualTo(1);
    assertThat(errors.toString()).contains(path("restored") + " is not empty");
  }

  @Test
  void reportsInvalidFiles() throws Exception {
    Files.writeString(folder.resolve("backup"), "garbage");

    assertThat(run("snapshot", "status", path("backup"))).isEqualTo(1);
    assertThat(errors.toString()).contains("cannot use the snapshot " + path("backup"));
    assertThat(run("snapshot", "status", path("none"))).isEqualTo(1);
    assertThat(errors.toString()).contains(path("none") + " does not exist");
  }
}
