package io.coxswain.jobset;

import static io.coxswain.jobset.Fixtures.group;
import static io.coxswain.jobset.Fixtures.groups;
import static io.coxswain.jobset.Fixtures.jobSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.FieldError;
import io.coxswain.api.jobset.JobSet;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JobSetValidationTest {
  private static final Features ALL = new Features(true, true, true);

  @Test
  void acceptsValidJobSets() {
    assertThat(errors(groups(group("a", 2), group("b", 0)))).isEmpty();
    assertThat(errors("{}")).isEmpty();
  }

  @Test
  void reportsAllErrorsAtOnce() {
    JobSet jobSet =
        jobSet(
            """
            managedBy: nobody
            successPolicy: {operator: All, targetReplicatedJobs: [x]}
            """
                + groups(group("a", 1)));

    List<FieldError> errors =
        JobSetValidation.ofNew(jobSet, Features.none(), VolumeClaimRules.Existing.unknown());

    assertThat(JobSetValidation.message(jobSet, errors))
        .isEqualTo(
            "JobSet.jobset.x-k8s.io \"js\" is invalid: [spec.managedBy: Invalid value: \"nobody\":"
                + " must be a domain-prefixed path (such as \"acme.io/foo\"), <nil>: Internal"
                + " error: invalid replicatedJob name 'x' does not appear in"
                + " .spec.ReplicatedJobs]");
  }

  @Test
  void reportsThatNamesOfJobsOrPodsWouldBeTooLong() {
    JobSet jobSet = jobSet(groups(group("a", 1)));
    jobSet.getMetadata().setName("j".repeat(60));
    assertThat(JobSetValidation.ofNew(jobSet, Features.none(), VolumeClaimRules.Existing.unknown()))
        .extracting(FieldError::toString)
        .containsExactly(
            "spec.replicatedJobs[0].name: Invalid value: \"%s-a-0\": JobSet name is too long, job names generated for this JobSet will exceed 63 characters"
                .formatted("j".repeat(60)),
            "spec.replicatedJobs[0].name: Invalid value: \"%s-a-0\": JobSet name is too long, pod names generated for this JobSet will exceed 63 characters"
                .formatted("j".repeat(60)));

    jobSet.getMetadata().setName("j".repeat(55));
    assertThat(JobSetValidation.ofNew(jobSet, Features.none(), VolumeClaimRules.Existing.unknown()))
        .extracting(FieldError::message)
        .singleElement()
        .asString()
        .contains("pod names generated for this JobSet will exceed 63 characters");
  }

  @Test
  void validatesAGeneratedNameByASample() {
    JobSet jobSet = jobSet(groups(group("a", 1)));
    jobSet.getMetadata().setName(null);
    jobSet.getMetadata().setGenerateName("j".repeat(60));

    assertThat(texts(jobSet, Features.none(), VolumeClaimRules.Existing.unknown()))
        .first()
        .asString()
        .startsWith(
            "spec.replicatedJobs[0].name: Invalid value: \"%sabcde-a-0\": JobSet name is too long"
                .formatted("j".repeat(58)));
  }

  @Test
  void checksNamesAsKubernetesDoes() {
    assertThat(errors("network: {subdomain: Bad}\n" + groups(group("a", 1))))
        .containsExactly(
            "spec.network.subdomain: Invalid value: \"Bad\": a lowercase RFC 1123 subdomain must"
                + " consist of lower case alphanumeric characters, '-' or '.', and must start and"
                + " end with an alphanumeric character (e.g. 'example.com', regex used for"
                + " validation is"
                + " '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
            "spec.network.subdomain: Invalid value: \"Bad\": a DNS-1035 label must consist of lower"
                + " case alphanumeric characters or '-', start with an alphabetic character, and"
                + " end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used"
                + " for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')");
    assertThat(
            errors("network: {subdomain: %s}\n".formatted("s".repeat(64)) + groups(group("a", 1))))
        .singleElement()
        .asString()
        .endsWith(".spec.network.subdomain is too long, must be less than 63 characters");
    assertThat(errors(groups(group("a", 1) + "  groupName: 1st\n")))
        .singleElement()
        .asString()
        .startsWith("spec.replicatedJobs[0].groupName: Invalid value: \"1st\": a DNS-1035 label");
    assertThat(errors("managedBy: acme.io/%s\n".formatted("x".repeat(60))))
        .containsExactly("spec.managedBy: Too long: may not be more than 63 bytes");
  }

  @Test
  void checksWhatGroupsDependOn() {
    assertThat(
            errors(
                groups(group("a", 1) + "  dependsOn: [{name: b, status: Ready}]\n", group("b", 1))))
        .containsExactly(
            "<nil>: Internal error: DependsOn can't be set for the first ReplicatedJob",
            "<nil>: Internal error: replicatedJob: a cannot depend on replicatedJob: b");
  }

  @Test
  void limitsTheNumberOfPods() {
    String big =
        """
        - name: a
          replicas: 2147483647
          template: {spec: {parallelism: 2}}
        """;

    assertThat(errors(groups(big)))
        .contains(
            "<nil>: Internal error: the product of replicas and parallelism must not exceed"
                + " 2147483647 for replicatedJob 'a'");
  }

  @Test
  void checksFailurePolicies() {
    String policy =
        """
        failurePolicy:
          rules:
          - {name: 1x, action: FailJobSet, targetReplicatedJobs: [x]}
          - {name: r, action: FailJobSet, onJobFailureReasons: [Bored]}
          - {name: r, action: RestartJobSet}
        """;

    assertThat(errors(policy + groups(group("a", 1))))
        .containsExactly(
            "<nil>: Internal error: invalid failure policy rule name '1x', a failure policy rule"
                + " name must start with an alphabetic character, optionally followed by a string"
                + " of alphanumeric characters or '_,:', and must end with an alphanumeric"
                + " character or '_'",
            "<nil>: Internal error: invalid replicatedJob name 'x' in failure policy does not"
                + " appear in .spec.ReplicatedJobs",
            "<nil>: Internal error: invalid job failure reason 'Bored' in failure policy is not a"
                + " recognized job failure reason",
            "<nil>: Internal error: rule names are not unique, rules with indices [1 2] all have"
                + " the same name 'r'");
  }

  @Test
  void requiresFeatureGates() {
    assertThat(errors("failurePolicy: {rules: [{action: RestartJob}]}\n" + groups(group("a", 1))))
        .containsExactly(
            "<nil>: Internal error: RestartJob and RestartJobAndIgnoreMaxRestarts failure policy"
                + " actions are not allowed when RestartJob feature gate is disabled");
    assertThat(errors("failurePolicy: {restartStrategy: InPlaceRestart}\n" + groups(group("a", 1))))
        .containsExactly(
            "<nil>: Internal error: InPlaceRestart restart strategy cannot be set when"
                + " InPlaceRestart feature gate is disabled");
    assertThat(
            texts(
                jobSet(
                    "failurePolicy: {restartStrategy: InPlaceRestart}\n" + groups(group("a", 1))),
                ALL,
                VolumeClaimRules.Existing.unknown()))
        .containsExactly(
            "spec.replicatedJobs[0].template.spec.backoffLimit: Invalid value: null:"
                + " replicatedJob a: must be set to 2147483647 (MaxInt32) when in-place restart is"
                + " enabled",
            "spec.replicatedJobs[0].template.spec.podReplacementPolicy: Invalid value: null:"
                + " replicatedJob a: must be set to Failed when in-place restart is enabled");
  }

  @Test
  void checksTheCoordinator() {
    assertThat(errors("coordinator: {replicatedJob: x}\n" + groups(group("a", 1))))
        .containsExactly("<nil>: Internal error: coordinator replicatedJob x does not exist");
    assertThat(errors("coordinator: {replicatedJob: a, jobIndex: 1}\n" + groups(group("a", 1))))
        .containsExactly(
            "<nil>: Internal error: coordinator job index 1 is invalid for replicatedJob a");
    assertThat(errors("coordinator: {replicatedJob: a, podIndex: 1}\n" + groups(group("a", 1))))
        .containsExactly(
            "<nil>: Internal error: coordinator pod index 1 is invalid for replicatedJob a job"
                + " index 0");
    assertThat(
            errors(
                "network: {subdomain: %s}\ncoordinator: {replicatedJob: a}\n"
                        .formatted("s".repeat(60))
                    + groups(group("a", 1))))
        .singleElement()
        .asString()
        .contains("spec will lead to invalid label value \"js-a-0-0.sss");
  }

  @Test
  void claimsMustBeMountedAndNamedOnce() {
    String spec =
        """
        volumeClaimPolicies:
        - templates: [{metadata: {name: data}}, {metadata: {name: data}}]
        replicatedJobs:
        - name: a
          template: {spec: {template: {spec: {
            volumes: [{name: data}], containers: [{name: c}]}}}}
        """;

    assertThat(errors(spec))
        .contains(
            "spec.volumeClaimPolicies[0].template[1].name: Invalid value: \"data\": names must be"
                + " unique for VolumeClaimPolicies template",
            "spec.replicatedJobs[0].template.spec.template.spec.volumes[0].name: Invalid value:"
                + " \"data\": volume name conflicts with VolumeClaimPolicy template name: data",
            "spec.volumeClaimPolicies[0].template[1].name: Invalid value: \"data\": names must be"
                + " unique for VolumeClaimPolicies template")
        .anyMatch(
            text ->
                text.startsWith("spec.replicatedJobs: Invalid value: [{")
                    && text.endsWith(
                        "replicatedJob containers don't have a matching volumeMount: data from"
                            + " VolumeClaimPolicies"));
  }

  @Test
  void aClaimThatExistsMustBeRetained() {
    JobSet jobSet =
        jobSet(
            """
            volumeClaimPolicies: [{templates: [{metadata: {name: data}, spec: {volumeName: v}}]}]
            replicatedJobs:
            - name: a
              template: {spec: {template: {spec: {containers: [
                {name: c, volumeMounts: [{name: data, mountPath: /d}]}]}}}}
            """);
    PersistentVolumeClaim there =
        new PersistentVolumeClaimBuilder()
            .withNewMetadata()
            .withName("data-js")
            .endMetadata()
            .withNewSpec()
            .withVolumeName("v")
            .endSpec()
            .build();

    assertThat(
            texts(
                jobSet,
                Features.none(),
                name -> name.equals("data-js") ? Optional.of(there) : Optional.empty()))
        .containsExactly(
            "spec.volumeClaimPolicies[0].retentionPolicy.whenDeleted: Invalid value: \"Delete\":"
                + " retentionPolicy must be retain when PVC exists");
  }

  private static List<String> errors(String spec) {
    return texts(jobSet(spec), Features.none(), VolumeClaimRules.Existing.unknown());
  }

  private static List<String> texts(
      JobSet jobSet, Features features, VolumeClaimRules.Existing existing) {
    return JobSetValidation.ofNew(jobSet, features, existing).stream()
        .map(FieldError::toString)
        .toList();
  }
}
