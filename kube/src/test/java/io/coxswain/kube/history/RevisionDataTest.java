package io.coxswain.kube.history;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.kube.history.RevisionData.Kind;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.apps.ControllerRevision;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * The files in {@code history} were recorded from kube-controller-manager v1.35.8: a set as the API
 * server gives it, and the bytes of the revision that the manager made of it.
 */
class RevisionDataTest {

  private static byte[] file(String name) {
    try (InputStream in =
        Objects.requireNonNull(RevisionDataTest.class.getResourceAsStream("/history/" + name))) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static PodTemplateSpec statefulTemplate() {
    return Json.read(file("statefulset.json"), StatefulSet.class).getSpec().getTemplate();
  }

  @Test
  void writesTheBytesOfAStatefulSetAsGoDoes() {
    RevisionData data = RevisionData.of(Kind.STATEFUL_SET, statefulTemplate());

    assertThat(data.json())
        .isEqualTo(new String(file("statefulset-data.json"), StandardCharsets.UTF_8));
    assertThat(RevisionHash.name("web", RevisionHash.of(data, 0))).isEqualTo("web-7bf55dd5c5");
  }

  @Test
  void writesTheBytesOfADaemonSetAsGoDoes() {
    var template = Json.read(file("daemonset.json"), DaemonSet.class).getSpec().getTemplate();

    assertThat(RevisionData.of(Kind.DAEMON_SET, template).json())
        .isEqualTo(new String(file("daemonset-data.json"), StandardCharsets.UTF_8));
  }

  @Test
  void staysAsItIsOnItsWayToTheServer() {
    RevisionData data = RevisionData.of(Kind.STATEFUL_SET, statefulTemplate());
    var revision = new ControllerRevision();
    revision.setData(data.raw());

    assertThat(new String(Json.bytes(revision), StandardCharsets.UTF_8)).contains(data.json());
  }

  @Test
  void isTheSameWhenReadBack() {
    RevisionData data = RevisionData.of(Kind.STATEFUL_SET, statefulTemplate());

    assertThat(RevisionData.of(Kind.STATEFUL_SET, revision(data.json()))).isEqualTo(data);
    assertThat(RevisionData.of(Kind.STATEFUL_SET, data.template())).isEqualTo(data);
  }

  private static ControllerRevision revision(String data) {
    return Json.read(
        ("{\"apiVersion\":\"apps/v1\",\"kind\":\"ControllerRevision\",\"data\":" + data + "}")
            .getBytes(StandardCharsets.UTF_8),
        ControllerRevision.class);
  }

  @Test
  void isTheSameWhetherOrNotAnEmptyTimeIsWrittenDown() {
    String now = new String(file("statefulset-data.json"), StandardCharsets.UTF_8);
    String before134 = now.replace("\"metadata\":{", "\"metadata\":{\"creationTimestamp\":null,");

    assertThat(before134).isNotEqualTo(now);
    assertThat(RevisionData.of(Kind.STATEFUL_SET, revision(before134)))
        .isEqualTo(RevisionData.of(Kind.STATEFUL_SET, revision(now)));
  }

  @Test
  void isAnotherWhenTheTemplateIs() {
    PodTemplateSpec other = statefulTemplate();
    other.getSpec().getContainers().getFirst().setImage("img:2");

    assertThat(RevisionData.of(Kind.STATEFUL_SET, other))
        .isNotEqualTo(RevisionData.of(Kind.STATEFUL_SET, statefulTemplate()));
  }

  @Test
  void fillsInWhatTheServerDoes() {
    RevisionData full = RevisionData.of(Kind.STATEFUL_SET, statefulTemplate());
    ObjectNode bare = Json.tree(full.json().getBytes(StandardCharsets.UTF_8));
    ObjectNode spec = (ObjectNode) bare.at("/spec/template/spec");
    spec.remove(java.util.List.of("dnsPolicy", "restartPolicy", "schedulerName"));
    ((ObjectNode) spec.at("/containers/0"))
        .remove(java.util.List.of("terminationMessagePath", "imagePullPolicy"));
    ((ObjectNode) spec.at("/containers/0/ports/0")).remove("protocol");
    ((ObjectNode) spec.at("/containers/0/livenessProbe")).remove("periodSeconds");
    ((ObjectNode) spec.at("/volumes/0/configMap")).remove("defaultMode");
    RevisionData older = RevisionData.of(Kind.STATEFUL_SET, revision(bare.toString()));

    assertThat(older).isNotEqualTo(full);
    assertThat(older.defaulted()).isEqualTo(full.defaulted());
    assertThat(full.defaulted()).as("what the server has filled in").isEqualTo(full);
  }

  @Test
  void cutsTheNameOfALongOwner() {
    assertThat(RevisionHash.name("x".repeat(253), "abc")).isEqualTo("x".repeat(223) + "-abc");
  }
}
