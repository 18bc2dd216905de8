package io.coxswain.node.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.Json;
import io.fabric8.kubernetes.api.model.Pod;
import org.junit.jupiter.api.Test;

class IgnoredSettingsTest {

  @Test
  void namesEachSettingOnceWithTheImageLast() throws Exception {
    Pod pod =
        pod(
            """
            spec:
              securityContext: {runAsNonRoot: true, fsGroup: 1000}
              containers:
              - name: a
                image: busybox
                resources: {limits: {cpu: 1}}
                securityContext: {runAsNonRoot: true, readOnlyRootFilesystem: true, capabilities: {drop: [ALL]}}
              - name: b
                image: busybox
                resources: {limits: {cpu: 1}}
                securityContext: {allowPrivilegeEscalation: false}
              volumes:
              - name: v
                emptyDir: {sizeLimit: 1Gi, medium: Memory}
            """);

    assertThat(IgnoredSettings.of(pod))
        .containsExactly(
            "runAsNonRoot",
            "fsGroup",
            "resources.limits",
            "readOnlyRootFilesystem",
            "capabilities",
            "allowPrivilegeEscalation",
            "emptyDir.sizeLimit",
            "emptyDir.medium",
            "image");
  }

  @Test
  void doesNotReportUnsetSettings() throws Exception {
    Pod pod =
        pod(
            """
            spec:
              securityContext: {}
              containers:
              - name: a
                image: busybox
                command: [work]
                securityContext: {privileged: false}
                volumeMounts:
                - {name: t, mountPath: /var/run/secrets/kubernetes.io/serviceaccount, readOnly: true}
            """);

    assertThat(IgnoredSettings.of(pod)).containsExactly("image");
  }

  private static Pod pod(String yaml) throws Exception {
    return Json.yamlMapper().readValue(yaml, Pod.class);
  }
}
