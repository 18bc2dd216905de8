package io.coxswain.trainer.trainingruntime;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.FieldError;
import io.coxswain.api.trainer.TrainingRuntimeSpec;
import io.coxswain.trainer.Yaml;
import org.junit.jupiter.api.Test;

class TrainingRuntimeValidationTest {

  @Test
  void stepsMustHaveOneReplicaAndTheirContainer() {
    TrainingRuntimeSpec runtime =
        Yaml.runtime(
            """
            template:
              spec:
                replicatedJobs:
                  - name: fetch
                    replicas: 2
                    template:
                      metadata:
                        labels: {trainer.kubeflow.org/trainjob-ancestor-step: model-initializer}
                      spec: {template: {spec: {containers: [{name: model-initializer}]}}}
                  - name: node
                    replicas: 1
                    template:
                      metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                      spec: {template: {spec: {containers: [{name: main}]}}}
            """);

    assertThat(TrainingRuntimeValidation.validate(runtime))
        .extracting(FieldError::toString)
        .containsExactly(
            "spec.template.spec.replicatedJobs[0].replicas: Invalid value: 2: always must be 1",
            "spec.template.spec.replicatedJobs[1].template.spec.template.spec.containers: Invalid"
                + " value: [{\"name\":\"main\"}]: must contain the required container for the"
                + " ancestor: trainer");
  }

  @Test
  void otherReplicatedJobsAreFree() {
    TrainingRuntimeSpec runtime =
        Yaml.runtime(
            """
            template:
              spec:
                replicatedJobs:
                  - {name: monitor, replicas: 5, template: {}}
                  - name: other
                    template:
                      metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: mine}}
            """);

    assertThat(TrainingRuntimeValidation.validate(runtime)).isEmpty();
  }
}
