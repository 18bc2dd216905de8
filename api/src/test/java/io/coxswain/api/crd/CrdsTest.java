package io.coxswain.api.crd;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.bundle.Crds;
import io.coxswain.api.jobset.JobSet;
import io.coxswain.api.jobset.ReplicatedJob;
import io.coxswain.api.slurm.NodeSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class CrdsTest {

  @Test
  void providesACrdForEveryKind() {
    assertThat(Crds.all())
        .extracting(definition -> definition.at("/metadata/name").asText())
        .containsExactly(
            "jobsets.jobset.x-k8s.io",
            "clustertrainingruntimes.trainer.kubeflow.org",
            "trainingruntimes.trainer.kubeflow.org",
            "trainjobs.trainer.kubeflow.org",
            "optimizationjobs.trainer.kubeflow.org",
            "activechecks.slurm.nebius.ai",
            "jailedconfigs.slurm.nebius.ai",
            "nodeconfigurators.slurm.nebius.ai",
            "nodesets.slurm.nebius.ai",
            "nodesetpowerstates.slurm.nebius.ai",
            "slurmclusters.slurm.nebius.ai");
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
        .isEqualTo(
            "{\"type\":\"integer\",\"format\":\"int32\",\"minimum\":0,"
                + "\"description\":\"Number of equal Jobs.\",\"default\":1}");
  }

  @Test
  void omittedFieldsAreNotRequired() {
    var spool =
        Crds.of(NodeSet.class)
            .at(
                "/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/slurmd"
                    + "/properties/volumes/properties/spool");

    assertThat(spool.path("properties").has("emptyDir")).isTrue();
    assertThat(spool.path("properties").has("name")).isFalse();
    assertThat(spool.has("required")).isFalse();
  }

  @Test
  void writesAJobSetWithoutEmptyFieldsButWithZeros() {
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
