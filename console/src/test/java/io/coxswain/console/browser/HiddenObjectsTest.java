package io.coxswain.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.console.ConsoleServer;
import io.coxswain.evidence.Attack;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The console shows a user no more than the API server allows. */
@ExtendWith(Browser.class)
class HiddenObjectsTest {
  private final TestCluster cluster = new TestCluster();

  @AfterEach
  void stop() {
    cluster.close();
  }

  private void allowTrainingsOnly() {
    cluster.put(
        """
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRole
        metadata: {name: sees-trainings}
        rules:
        - {apiGroups: [trainer.kubeflow.org], resources: [trainjobs], verbs: [get, list, watch]}
        ---
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRoleBinding
        metadata: {name: ada-sees-trainings}
        roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: sees-trainings}
        subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: ada}]
        """);
  }

  @Test
  @Attack("a user opens the pages of objects that RBAC hides from them")
  void leavesOutWhatTheUserMayNotSeeAndSaysSo(Chromium browser) throws Exception {
    allowTrainingsOnly();
    var training = new TestTraining(cluster, "default", "hello", 1, 50);
    training.submit();
    training.expand();
    training.podPending(0, "the name of this secret-node is not for ada");
    cluster.put(
        """
        apiVersion: v1
        kind: Secret
        metadata: {name: password, namespace: default}
        data: {password: aHVudGVyMg==}
        """);
    ConsoleServer console = cluster.console("ada", false, "system:authenticated");
    try (Page page = cluster.open(browser, console)) {
      page.awaitText("v-table", "hello");
      page.awaitText(".note.lock", "You may not list");

      page.go("/trainings/default/hello");
      page.awaitText("h1", "hello");
      page.awaitText(".note.lock", "You may not list");
      assertThat(page.text("body")).doesNotContain("secret-node", training.pod(0));

      page.go("/object/core/v1/secrets/default/password");
      page.awaitText(".note.lock", "You may not see this");
      page.awaitText(".note.lock", "is forbidden");
      assertThat(page.text("body")).doesNotContain("hunter2", "aHVudGVyMg==");

      page.go("/browse/core/v1/secrets");
      page.awaitText(".note.lock", "is forbidden");
    }
  }

  @Test
  void offersNoActionsUnlessTheyAreAllowed(Chromium browser) throws Exception {
    new TestTraining(cluster, "default", "hello", 1, 50).submit();
    try (Page reader = cluster.open(browser, cluster.console("admin", false, "system:masters"));
        Page writer = cluster.open(browser, cluster.console("admin", true, "system:masters"))) {
      reader.go("/trainings/default/hello");
      reader.awaitText("h1", "hello");
      reader.awaitText("dl.facts", "TrainJob");
      writer.go("/trainings/default/hello");
      writer.awaitText("h1", "hello");

      writer.awaitText("[data-action=delete]", "Delete");
      assertThat(reader.count("[data-action]")).isZero();
      assertThat(reader.text("header")).contains("read-only");
    }
  }

  @Test
  void sendsAnonymousVisitorsToTheLoginLink(Chromium browser) throws Exception {
    ConsoleServer console = cluster.console();
    try (Page page = browser.page(1280, 800)) {
      page.open(console.url() + "/trainings");
      page.awaitText("main", "You are not logged in.");
      assertThat(page.count("nav")).isZero();
    }
  }
}
