package io.coxswain.api.crd;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.jobset.JobSet;
import io.coxswain.api.jobset.ReplicatedJob;
import java.util.List;
import org.junit.jupiter.api.Test;

class CrdsTest {

  @Test
  void handsOutADefinitionForEveryKind() {
    assertThat(Crds.all())
        .extracting(definition -> definition.at("/metadata/name").asText())
        .containsExactly(
            "jobsets.jobset.x-k8s.io",
            "clustertrainingruntimes.trainer.kubeflow.org",
            "trainingruntimes.trainer.kubeflow.org",
            "trainjobs.trainer.kubeflow.org");
  }

  @Test
  void describesAListByItsItemsAndTheirIdentity() {
    var jobs =
        Crds.of(JobSet.class)
            .at(
                "/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/replicatedJobs");

    assertThat(jobs.path("x-kubernetes-list-map-keys").toString()).isEqualTo("[\"name\"]");
    assertThat(jobs.at("/items/required").toString()).isEqualTo("[\"name\",\"template\"]");
    assertThat(jobs.at("/items/properties/replicas").toString())
        .isEqualTo("{\"type\":\"integer\",\"format\":\"int32\",\"minimum\":0,\"default\":1}");
  }

  @Test
  void aJobSetIsWrittenWithoutNoiseButWithZeros() {
    var jobSet = new JobSet();
    jobSet.getMetadata().setName("js");
    var replicated = new ReplicatedJob();
    replicated.setName("a");
    replicated.setReplicas(0);
    jobSet.getSpec().setReplicatedJobs(List.of(replicated));

    ObjectNode json = Json.tree((Object) jobSet);

    assertThat(json.toString())
        .isEqualTo(
            "{\"apiVersion\":\"jobset.x-k8s.io/v1alpha2\",\"kind\":\"JobSet\","
                + "\"metadata\":{\"name\":\"js\"},\"spec\":{\"replicatedJobs\":"
                + "[{\"name\":\"a\",\"template\":{},\"replicas\":0}]}}");
  }
}
