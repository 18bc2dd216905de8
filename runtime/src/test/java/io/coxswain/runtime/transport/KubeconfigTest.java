package io.coxswain.runtime.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.env.Env;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KubeconfigTest {
  @TempDir private Path dir;

  @Test
  void prefersTheFlagToTheVariableAndTheVariableToTheHomeDirectory() throws Exception {
    Path flag = write("flag", "flag");
    Path variable = write("variable", "variable");
    Files.createDirectories(dir.resolve(".kube"));
    write(".kube/config", "home");
    Map<String, String> both = Map.of("KUBECONFIG", variable.toString(), "HOME", dir.toString());

    assertThat(server(both, flag.toString())).isEqualTo("https://flag:6443/");
    assertThat(server(both, null)).isEqualTo("https://variable:6443/");
    assertThat(server(Map.of("HOME", dir.toString()), null)).isEqualTo("https://home:6443/");
  }

  @Test
  void skipsMissingFilesOfTheVariable() throws Exception {
    Path existing = write("there", "there");

    assertThat(server(Map.of("KUBECONFIG", dir.resolve("no") + ":" + existing), null))
        .isEqualTo("https://there:6443/");
  }

  @Test
  void readsTheToken() throws Exception {
    Path file = write("a", "a");

    var config = new Kubeconfig(Env.production().files(), Map.of(), file.toString(), null).load();

    assertThat(config.getOauthToken() + config.getAutoOAuthToken()).contains("secret");
  }

  @Test
  void errorNamesTheProblemAndTheFile() throws Exception {
    Path broken = dir.resolve("broken");
    Files.writeString(broken, "clusters: [");
    Path other = write("other", "other");

    assertThatThrownBy(() -> server(Map.of(), dir.resolve("none").toString()))
        .isInstanceOf(KubeconfigException.class)
        .hasMessage("kubeconfig " + dir.resolve("none") + " does not exist");
    assertThatThrownBy(() -> server(Map.of(), broken.toString()))
        .isInstanceOf(KubeconfigException.class)
        .hasMessageStartingWith("kubeconfig " + broken + " cannot be read: ");
    assertThatThrownBy(
            () ->
                new Kubeconfig(Env.production().files(), Map.of(), other.toString(), "prod").load())
        .hasMessageContaining("has no context \"prod\"");
    assertThatThrownBy(() -> server(Map.of("HOME", dir.toString()), null))
        .hasMessageContaining("give --kubeconfig, set KUBECONFIG or create");
  }

  private static String server(
      Map<String, String> environment, @org.jspecify.annotations.Nullable String flag)
      throws KubeconfigException {
    return new Kubeconfig(Env.production().files(), environment, flag, null).load().getMasterUrl();
  }

  private Path write(String name, String host) throws IOException {
    Path file = dir.resolve(name);
    Files.writeString(
        file,
        """
        apiVersion: v1
        kind: Config
        current-context: main
        clusters: [{name: c, cluster: {server: "https://%s:6443"}}]
        users: [{name: u, user: {token: secret}}]
        contexts: [{name: main, context: {cluster: c, user: u}}]
        """
            .formatted(host));
    return file;
  }
}
