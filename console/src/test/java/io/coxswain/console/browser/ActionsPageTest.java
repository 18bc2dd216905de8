package io.coxswain.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Actions in the browser: each asks, shows the kubectl command, and reports the response. */
@ExtendWith(Browser.class)
class ActionsPageTest {
  private final TestCluster cluster = new TestCluster();

  @AfterEach
  void stop() {
    cluster.close();
  }

  @Test
  void suspendsResumesAndDeletesATraining(Chromium browser) throws Exception {
    String path = "/apis/trainer.kubeflow.org/v1alpha1/namespaces/default/trainjobs/hello";
    new TestTraining(cluster, "default", "hello", 1, 50).submit();
    try (Page page = cluster.open(browser, cluster.console())) {
      page.go("/trainings/default/hello");
      page.click("[data-action=suspend]");
      page.awaitText(
          "dialog pre.command",
          "kubectl patch trainjobs.trainer.kubeflow.org/hello -n default --type=merge -p"
              + " '{\"spec\":{\"suspend\":true}}'");
      page.press("Escape");
      page.awaitNo("dialog");
      assertThat(cluster.read(path)).doesNotContain("\"suspend\":true");

      confirm(page, "suspend");
      page.awaitText("dialog [role=status]", "hello suspended");
      assertThat(cluster.read(path)).contains("\"suspend\":true");
      page.click("dialog [data-close]");
      page.awaitText("h1", "Suspended");

      confirm(page, "resume");
      page.awaitText("dialog [role=status]", "hello resumed");
      page.click("dialog [data-close]");
      confirm(page, "delete");
      page.awaitText("dialog [role=status]", "hello deleted");
      assertThat(cluster.status(path)).isEqualTo(404);
      page.click("dialog [data-close]");
      page.awaitText("h1", "Deleted");
      assertThat(page.problems()).isEmpty();
    }
  }

  private static void confirm(Page page, String action) {
    page.click("[data-action=" + action + "]");
    page.await("document.querySelector('dialog pre.command')");
    page.click("dialog button[type=submit]");
  }

  private static ObjectNode pod(String name, String owners) throws IOException {
    return (ObjectNode)
        Json.yamlMapper()
            .readTree(
                """
                apiVersion: v1
                kind: Pod
                metadata: {name: %s, ownerReferences: %s}
                spec: {nodeName: node-0001, containers: [{name: main, image: busybox}]}
                """
                    .formatted(name, owners));
  }

  @Test
  void drainsANodeAndNamesThePodsThatWereEvicted(Chromium browser) throws Exception {
    cluster.create("/api/v1/nodes", LargeClusterPageTest.node(1));
    cluster.create("/api/v1/namespaces/default/pods", pod("worker", "[]"));
    cluster.create(
        "/api/v1/namespaces/default/pods",
        pod(
            "agent",
            "[{apiVersion: apps/v1, kind: DaemonSet, name: agent, uid: set, controller: true}]"));
    try (Page page = cluster.open(browser, cluster.console())) {
      page.go("/object/core/v1/nodes/_/node-0001");
      confirm(page, "drain");

      page.awaitText("dialog [role=status]", "node/node-0001 drained");
      page.awaitText("dialog [role=status] li", "worker: evicted");
      assertThat(page.text("dialog [role=status]")).doesNotContain("agent");
      assertThat(page.text("dialog pre.command")).startsWith("kubectl drain node-0001");
      assertThat(cluster.read("/api/v1/nodes/node-0001")).contains("\"unschedulable\":true");
      assertThat(cluster.read("/api/v1/namespaces/default/pods/worker"))
          .contains("deletionTimestamp");
      page.click("dialog [data-close]");

      confirm(page, "uncordon");
      page.awaitText("dialog [role=status]", "uncordoned");
      assertThat(page.problems()).isEmpty();
    }
  }

  @Test
  void scalesAWorkload(Chromium browser) throws Exception {
    cluster.put(
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: web, namespace: default}
        spec: {replicas: 2, selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, spec: {containers: [{name: main, image: busybox}]}}}
        """);
    try (Page page = cluster.open(browser, cluster.console())) {
      page.go("/object/apps/v1/deployments/default/web");
      page.click("[data-action=scale]");
      page.await("document.querySelector('dialog input[type=number]')?.value === '2'");
      page.fill("dialog input[type=number]", "5");
      page.awaitText("dialog pre.command", "--replicas=5");
      page.click("dialog button[type=submit]");

      page.awaitText("dialog [role=status]", "scaled");
      assertThat(cluster.read("/apis/apps/v1/namespaces/default/deployments/web"))
          .contains("\"replicas\":5");
      assertThat(page.problems()).isEmpty();
    }
  }

  @Test
  void reportsWhyTheServerRejectsAnAction(Chromium browser) throws Exception {
    cluster.put(
        """
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRole
        metadata: {name: reader}
        rules:
        - {apiGroups: ["*"], resources: ["*"], verbs: [get, list, watch]}
        ---
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRoleBinding
        metadata: {name: reader}
        roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: reader}
        subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: ada}]
        """);
    new TestTraining(cluster, "default", "hello", 1, 50).submit();
    try (Page page = cluster.open(browser, cluster.console("ada", true, "system:authenticated"))) {
      page.go("/trainings/default/hello");
      confirm(page, "delete");

      page.awaitText("dialog .note.bad", "403");
      page.awaitText("dialog .note.bad", "User \"ada\" cannot delete");
      assertThat(
              cluster.status(
                  "/apis/trainer.kubeflow.org/v1alpha1/namespaces/default/trainjobs/hello"))
          .isEqualTo(200);
    }
  }
}
