package io.coxswain.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.env.Env;
import io.coxswain.evidence.Attack;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The user's own kubeconfig. */
final class KubeconfigMergeTest {
  private static final String OWN =
      """
      apiVersion: v1
      kind: Config
      clusters: [{name: x, cluster: {server: "https://127.0.0.1:1", certificate-authority-data: QQ==}}]
      contexts: [{name: x, context: {cluster: x, user: x}}]
      users: [{name: x, user: {client-key-data: Qg==}}]
      """;

  private static final String COMMENTED =
      """
      # my clusters
      apiVersion: v1
      kind: Config
      current-context: prod   # careful
      clusters:
      - name: prod # the real one
        cluster:
          server: https://prod.example:6443
      # contexts follow
      contexts:
        - context: {cluster: prod, user: me}
          name: prod

        - context: {cluster: old, user: me}
          name: old
      users:
      - name: me
        user:
          token: abc
          extra: |
            two
            lines
      preferences: {colors: true}
      """;

  private static final String OLDER_KUBECTL =
      "apiVersion: v1\nclusters: []\ncontexts: null\ncurrent-context: \"\"\nkind: Config\nusers: []\n";

  private static final String JSON =
      "{\"kind\": \"Config\", \"current-context\": \"a\", \"clusters\": [{\"name\": \"a\", \"cluster\": {}}], \"unknown\": [1]}";

  @TempDir Path folder;

  private static JsonNode tree(String yaml) throws Exception {
    return Json.yamlMapper().readTree(yaml);
  }

  private static String add(String text) throws Exception {
    return KubeconfigMerge.add(text, "coxswain-a", tree(OWN));
  }

  @Test
  void leavesEveryOtherLineOfTheFileAsItIs() throws Exception {
    String merged = add(COMMENTED);

    assertThat(merged.lines().toList()).containsSubsequence(COMMENTED.lines().toList());
    assertThat(tree(merged).at("/current-context").asText()).isEqualTo("prod");
    assertThat(tree(merged).at("/contexts/0/context/user").asText()).isEqualTo("coxswain-a");
    assertThat(tree(merged).at("/users/0/user/client-key-data").asText()).isEqualTo("Qg==");
    assertThat(KubeconfigMerge.remove(merged, "coxswain-a")).isEqualTo(COMMENTED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", COMMENTED, OLDER_KUBECTL, JSON})
  void addsOnceAndRemovesAllOfIt(String text) throws Exception {
    String merged = add(add(text));

    for (String list : new String[] {"clusters", "contexts", "users"}) {
      assertThat(tree(merged).path(list)).hasSize(tree(text).path(list).size() + 1);
      assertThat(tree(merged).path(list).get(0).path("name").asText()).isEqualTo("coxswain-a");
    }
    String removed = KubeconfigMerge.remove(merged, "coxswain-a");
    assertThat(removed).doesNotContain("coxswain-a");
    for (var field : tree(text).properties()) {
      JsonNode value = tree(removed).path(field.getKey());
      assertThat(value).isEqualTo(field.getValue().isNull() ? tree("[]") : field.getValue());
    }
  }

  @Test
  void becomesTheCurrentContextOnlyIfThereIsNone() throws Exception {
    String merged = add(OLDER_KUBECTL);

    assertThat(tree(merged).path("current-context").asText()).isEqualTo("coxswain-a");
    assertThat(tree(KubeconfigMerge.remove(merged, "coxswain-a")).path("current-context").asText())
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a: [", "- a", "kind: Pod", "clusters: [1]", "a: 1\n---\nb: 2\n"})
  @Attack("a file that is no kubeconfig where one is expected")
  void rejectsOtherFiles(String text) {
    assertThatThrownBy(() -> add(text)).isInstanceOf(KubeconfigMerge.NotAKubeconfigException.class);
  }

  @Test
  @Attack("a kubeconfig that is a symbolic link, or locked by kubectl")
  void replacesTheFileBehindALinkUnderTheLockOfKubectl() throws Exception {
    Path real = Files.writeString(folder.resolve("real"), COMMENTED);
    Path link = Files.createSymbolicLink(folder.resolve("config"), real);
    Path own = Files.writeString(folder.resolve("own"), OWN);
    var export = new KubeconfigExport(Env.production().files());

    export.add(link, "coxswain-a", own);

    assertThat(link).isSymbolicLink();
    assertThat(real).content().contains("coxswain-a", "# careful");
    Path lock = Files.createFile(folder.resolve("real.lock"));
    assertThatThrownBy(() -> export.remove(link, "coxswain-a"))
        .hasMessageContaining("was not changed: another program is changing it");
    Files.delete(lock);
    export.remove(link, "coxswain-a");
    assertThat(real).hasContent(COMMENTED);
    assertThat(folder.resolve("real.lock")).doesNotExist();
  }
}
