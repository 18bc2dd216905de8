package io.coxswain.console.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.console.summary.EventSummary;
import io.coxswain.console.summary.KnownKind;
import io.coxswain.console.summary.PodSummary;
import io.coxswain.console.summary.Workload;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class WaitingReasonTest {
  private static final String TRAIN_JOB =
      """
      kind: TrainJob
      metadata: {name: hello, namespace: default, uid: t}
      spec: {}
      """;
  private static final String JOB_SET =
      """
      kind: JobSet
      metadata:
        name: hello
        namespace: default
        uid: s
        ownerReferences: [{apiVersion: trainer.kubeflow.org/v1alpha1, kind: TrainJob, name: hello, uid: t, controller: true}]
      spec: {replicatedJobs: [{name: node, replicas: 1}]}
      """;
  private static final String JOB =
      """
      kind: Job
      metadata:
        name: hello-node-0
        namespace: default
        uid: j
        labels: {jobset.sigs.k8s.io/jobset-name: hello, jobset.sigs.k8s.io/replicatedjob-name: node}
        ownerReferences: [{apiVersion: jobset.x-k8s.io/v1alpha2, kind: JobSet, name: hello, uid: s, controller: true}]
      spec: {parallelism: 2}
      status: {active: 2}
      """;

  /** A case: the objects of the cluster, and the sentence for the user. */
  private record Case(String name, String cause, String sentence, String ref, String... objects) {}

  private static final List<Case> CASES =
      List.of(
          new Case(
              "the scheduler finds no node",
              "scheduler",
              "Pod hello-node-0-0 cannot be scheduled: 0/3 nodes are available: 3 Insufficient"
                  + " nvidia.com/gpu.",
              "core/v1/pods/default/hello-node-0-0",
              TRAIN_JOB,
              JOB_SET,
              JOB,
              unscheduled("0/3 nodes are available: 3 Insufficient nvidia.com/gpu.")),
          new Case(
              "the scheduler has not looked at the pod",
              "scheduler",
              "Pod hello-node-0-0 waits for the scheduler default-scheduler, which has not"
                  + " considered it yet.",
              "core/v1/pods/default/hello-node-0-0",
              TRAIN_JOB,
              JOB_SET,
              JOB,
              pod("spec: {schedulerName: default-scheduler}\nstatus: {phase: Pending}")),
          new Case(
              "a quota does not permit the pods",
              "quota",
              "Job hello-node-0 cannot create its objects: Error creating: pods"
                  + " \"hello-node-0-0-x\" is forbidden: exceeded quota: team-a, requested: pods=1,"
                  + " used: pods=2, limited: pods=2",
              "core/v1/resourcequotas/default/team-a",
              TRAIN_JOB,
              JOB_SET,
              JOB.replace("active: 2", "active: 0"),
              event(
                  "Job",
                  "hello-node-0",
                  "FailedCreate",
                  "Error creating: pods \"hello-node-0-0-x\" is forbidden: exceeded quota: team-a,"
                      + " requested: pods=1, used: pods=2, limited: pods=2")),
          new Case(
              "the gang is not complete",
              "gang",
              "Pod hello-node-0-0 waits until its whole group can be scheduled: 0/3 nodes are"
                  + " available: pod group default/hello cannot find enough sibling pods, current"
                  + " pods number: 1, minMember of group: 2.",
              "scheduling.x-k8s.io/v1alpha1/podgroups/default/hello",
              TRAIN_JOB,
              JOB_SET,
              JOB,
              "kind: PodGroup\nmetadata: {name: hello, namespace: default}\n",
              unscheduled(
                  "0/3 nodes are available: pod group default/hello cannot find enough sibling"
                      + " pods, current pods number: 1, minMember of group: 2.")),
          new Case(
              "Kueue has not admitted the training",
              "kueue",
              "Kueue has not admitted TrainJob hello: couldn't assign flavors to pod set node:"
                  + " insufficient unused quota for nvidia.com/gpu",
              "kueue.x-k8s.io/v1beta1/workloads/default/trainjob-hello",
              TRAIN_JOB.replace("spec: {}", "spec: {suspend: true}"),
              """
              kind: Workload
              metadata: {name: trainjob-hello, namespace: default}
              status:
                conditions:
                  - {type: QuotaReserved, status: "False", reason: Pending, message: "couldn't assign flavors to pod set node: insufficient unused quota for nvidia.com/gpu"}
              """),
          new Case(
              "Kueue has not seen the training",
              "kueue",
              "TrainJob hello waits for Kueue to admit it from the queue team-a.",
              "trainer.kubeflow.org/v1alpha1/trainjobs/default/hello",
              TRAIN_JOB
                  .replace("spec: {}", "spec: {suspend: true}")
                  .replace("uid: t}", "uid: t, labels: {kueue.x-k8s.io/queue-name: team-a}}")),
          new Case(
              "the user has suspended the training",
              "suspended",
              "TrainJob hello is suspended: it starts when spec.suspend is set to false.",
              "trainer.kubeflow.org/v1alpha1/trainjobs/default/hello",
              TRAIN_JOB.replace("spec: {}", "spec: {suspend: true}")),
          new Case(
              "the user has suspended the JobSet",
              "suspended",
              "JobSet hello is suspended: it starts when spec.suspend is set to false.",
              "jobset.x-k8s.io/v1alpha2/jobsets/default/hello",
              TRAIN_JOB,
              JOB_SET.replace("spec: {", "spec: {suspend: true, ")),
          new Case(
              "a webhook denies the pods",
              "admission",
              "The webhook images.example.com rejects the objects of Job hello-node-0: Error"
                  + " creating: admission webhook \"images.example.com\" denied the request: no"
                  + " latest tags",
              "batch/v1/jobs/default/hello-node-0",
              TRAIN_JOB,
              JOB_SET,
              JOB.replace("active: 2", "active: 0"),
              event(
                  "Job",
                  "hello-node-0",
                  "FailedCreate",
                  "Error creating: admission webhook \"images.example.com\" denied the request: no"
                      + " latest tags")),
          new Case(
              "Pod Security does not permit the pods",
              "admission",
              "Job hello-node-0 cannot create its objects: Error creating: pods \"x\" is"
                  + " forbidden: violates PodSecurity \"restricted:latest\": privileged",
              "batch/v1/jobs/default/hello-node-0",
              TRAIN_JOB,
              JOB_SET,
              JOB.replace("active: 2", "active: 0"),
              event(
                  "Job",
                  "hello-node-0",
                  "FailedCreate",
                  "Error creating: pods \"x\" is forbidden: violates PodSecurity"
                      + " \"restricted:latest\": privileged")),
          new Case(
              "an admission policy does not permit the pods",
              "admission",
              "An admission policy rejects the objects of Job hello-node-0: Error creating: pods"
                  + " \"x\" is forbidden: ValidatingAdmissionPolicy 'no-root' with binding 'b'"
                  + " denied request: runs as root",
              "admissionregistration.k8s.io/v1/validatingadmissionpolicies/_/no-root",
              TRAIN_JOB,
              JOB_SET,
              JOB.replace("active: 2", "active: 0"),
              event(
                  "Job",
                  "hello-node-0",
                  "FailedCreate",
                  "Error creating: pods \"x\" is forbidden: ValidatingAdmissionPolicy 'no-root'"
                      + " with binding 'b' denied request: runs as root")),
          new Case(
              "a webhook does not respond",
              "webhook",
              "The webhook mjobset.kb.io does not respond, so TrainJob hello cannot create its"
                  + " objects: Internal error occurred: failed calling webhook \"mjobset.kb.io\":"
                  + " connection refused",
              "trainer.kubeflow.org/v1alpha1/trainjobs/default/hello",
              TRAIN_JOB,
              event(
                  "TrainJob",
                  "hello",
                  "TrainJobResourcesCreationFailed",
                  "Internal error occurred: failed calling webhook \"mjobset.kb.io\": connection"
                      + " refused")),
          new Case(
              "the image cannot be pulled",
              "image",
              "Pod hello-node-0-0 cannot pull the image example.com/train:2 of its container node:"
                  + " Back-off pulling image \"example.com/train:2\"",
              "core/v1/pods/default/hello-node-0-0",
              TRAIN_JOB,
              JOB_SET,
              JOB,
              container(
                  "{waiting: {reason: ImagePullBackOff, message: 'Back-off pulling image"
                      + " \"example.com/train:2\"'}}")),
          new Case(
              "the first attempt to pull failed without a message",
              "image",
              "Pod hello-node-0-0 cannot pull the image example.com/train:2 of its container node:"
                  + " ErrImagePull",
              "core/v1/pods/default/hello-node-0-0",
              TRAIN_JOB,
              JOB_SET,
              JOB,
              container("{waiting: {reason: ErrImagePull}}")),
          new Case(
              "a Secret that the container needs does not exist",
              "config",
              "Pod hello-node-0-0 cannot create its container node: CreateContainerConfigError:"
                  + " secret \"token\" not found",
              "core/v1/pods/default/hello-node-0-0",
              TRAIN_JOB,
              JOB_SET,
              JOB,
              container(
                  "{waiting: {reason: CreateContainerConfigError, message: 'secret \"token\" not"
                      + " found'}}")),
          new Case(
              "the claim is not bound",
              "volume",
              "Pod hello-node-0-0 waits for its volume: 0/3 nodes are available: pod has unbound"
                  + " immediate PersistentVolumeClaims.",
              "core/v1/persistentvolumeclaims/default/data",
              TRAIN_JOB,
              JOB_SET,
              JOB,
              unscheduled(
                  "0/3 nodes are available: pod has unbound immediate PersistentVolumeClaims.",
                  "volumes: [{name: d, persistentVolumeClaim: {claimName: data}}]")),
          new Case(
              "the claim that the message names does not exist",
              "volume",
              "Pod hello-node-0-0 waits for its volume: 0/3 nodes are available:"
                  + " persistentvolumeclaim \"other\" not found.",
              "core/v1/persistentvolumeclaims/default/other",
              TRAIN_JOB,
              JOB_SET,
              JOB,
              unscheduled(
                  "0/3 nodes are available: persistentvolumeclaim \"other\" not found.",
                  "volumes: [{name: d, persistentVolumeClaim: {claimName: data}}]")),
          new Case(
              "the volume cannot be mounted",
              "volume",
              "Pod hello-node-0-0 waits for its volume on node-1: MountVolume.SetUp failed for"
                  + " volume \"d\": timed out",
              "core/v1/persistentvolumeclaims/default/data",
              TRAIN_JOB,
              JOB_SET,
              JOB,
              pod(
                  """
                  spec: {nodeName: node-1, volumes: [{name: d, persistentVolumeClaim: {claimName: data}}]}
                  status:
                    phase: Pending
                    containerStatuses: [{name: node, state: {waiting: {reason: ContainerCreating}}}]
                  """),
              event(
                  "Pod",
                  "hello-node-0-0",
                  "FailedMount",
                  "MountVolume.SetUp failed for volume \"d\": timed out")),
          new Case(
              "the network of the node is not ready",
              "sandbox",
              "Pod hello-node-0-0 waits for its sandbox on node-1: Failed to create pod sandbox:"
                  + " no CNI",
              "core/v1/pods/default/hello-node-0-0",
              TRAIN_JOB,
              JOB_SET,
              JOB,
              pod("spec: {nodeName: node-1}\nstatus: {phase: Pending}"),
              event(
                  "Pod",
                  "hello-node-0-0",
                  "FailedCreatePodSandBox",
                  "Failed to create pod sandbox: no CNI")),
          new Case(
              "the node is not ready",
              "node",
              "Pod hello-node-0-0 waits because its node node-1 is not ready.",
              "core/v1/nodes/_/node-1",
              TRAIN_JOB,
              JOB_SET,
              JOB,
              "kind: NotReady\nmetadata: {name: node-1}\n",
              pod("spec: {nodeName: node-1}\nstatus: {phase: Running}")),
          new Case(
              "a container fails again and again",
              "crash",
              "Pod hello-node-0-0 waits before it restarts its container node, which failed 3"
                  + " times, last with Error, exit code 1.",
              "core/v1/pods/default/hello-node-0-0",
              TRAIN_JOB,
              JOB_SET,
              JOB,
              pod(
                  """
                  spec: {nodeName: node-1}
                  status:
                    phase: Running
                    containerStatuses:
                      - name: node
                        restartCount: 3
                        state: {waiting: {reason: CrashLoopBackOff, message: back-off}}
                        lastState: {terminated: {reason: Error, exitCode: 1}}
                  """)),
          new Case(
              "a scheduling gate holds the pod",
              "gate",
              "Pod hello-node-0-0 waits until its scheduling gate example.com/data is removed.",
              "core/v1/pods/default/hello-node-0-0",
              TRAIN_JOB,
              JOB_SET,
              JOB,
              pod(
                  """
                  spec: {schedulingGates: [{name: example.com/data}]}
                  status:
                    phase: Pending
                    conditions: [{type: PodScheduled, status: "False", reason: SchedulingGated, message: gated}]
                  """)),
          new Case(
              "an init container runs",
              "init",
              "Pod hello-node-0-0 waits until its init container fetch has finished.",
              "core/v1/pods/default/hello-node-0-0",
              TRAIN_JOB,
              JOB_SET,
              JOB,
              pod(
                  """
                  spec: {nodeName: node-1}
                  status:
                    phase: Pending
                    initContainerStatuses: [{name: fetch, state: {running: {}}}]
                    containerStatuses: [{name: node, state: {waiting: {reason: PodInitializing}}}]
                  """)),
          new Case(
              "a replicated job depends on another",
              "dependsOn",
              "Replicated job node of JobSet hello waits until dataset is Complete.",
              "batch/v1/jobs/default/hello-dataset-0",
              TRAIN_JOB,
              JOB_SET
                  .replace(
                      "[{name: node, replicas: 1}]",
                      "[{name: dataset, replicas: 1}, {name: node, replicas: 1, dependsOn: [{name:"
                          + " dataset, status: Complete}]}]")
                  .concat("status: {replicatedJobsStatus: [{name: dataset, ready: 1}]}\n"),
              JOB.replace("hello-node-0", "hello-dataset-0")
                  .replace("replicatedjob-name: node", "replicatedjob-name: dataset"),
              pod("spec: {nodeName: node-1}\nstatus: {phase: Running}")),
          new Case(
              "no controller acts on the TrainJob",
              "controller",
              "TrainJob hello has no JobSet yet: its controller has not acted on it.",
              "trainer.kubeflow.org/v1alpha1/trainjobs/default/hello",
              TRAIN_JOB));

  @TestFactory
  Stream<DynamicTest> findsTheCause() {
    return CASES.stream()
        .map(
            each ->
                DynamicTest.dynamicTest(
                    each.name,
                    () -> {
                      Optional<Waiting> why = WaitingReason.of(situation(each.objects));

                      assertThat(why).isPresent();
                      assertThat(why.get().sentence()).isEqualTo(each.sentence);
                      assertThat(why.get().cause()).hasToString(each.cause);
                      assertThat(why.get().ref()).hasToString(each.ref);
                    }));
  }

  @Test
  void aTrainingThatRunsWaitsForNothing() {
    assertThat(
            WaitingReason.of(
                situation(
                    TRAIN_JOB,
                    JOB_SET,
                    JOB,
                    pod(
                        """
                        spec: {nodeName: node-1}
                        status:
                          phase: Running
                          conditions: [{type: Ready, status: "True"}]
                          containerStatuses: [{name: node, ready: true, state: {running: {}}}]
                        """))))
        .isEmpty();
  }

  @Test
  void aTrainingThatHasEndedWaitsForNothing() {
    assertThat(
            WaitingReason.of(
                situation(
                    TRAIN_JOB + "status: {conditions: [{type: Failed, status: \"True\"}]}\n",
                    JOB_SET,
                    JOB,
                    unscheduled("0/3 nodes are available."))))
        .isEmpty();
  }

  @Test
  void anOldWarningDoesNotCountOnceThePodsExist() {
    Optional<Waiting> why =
        WaitingReason.of(
            situation(
                TRAIN_JOB,
                JOB_SET,
                JOB,
                event("Job", "hello-node-0", "FailedCreate", "exceeded quota: team-a"),
                unscheduled("0/3 nodes are available.")));

    assertThat(why.map(Waiting::cause)).contains(Cause.SCHEDULER);
  }

  @Test
  void theMostSpecificCauseOfSeveralPodsIsReportedWithTheNumberOfOthers() {
    String image = container("{waiting: {reason: ErrImagePull}}");

    Optional<Waiting> why =
        WaitingReason.of(
            situation(
                TRAIN_JOB,
                JOB_SET,
                JOB,
                unscheduled("0/3 nodes are available."),
                image.replace("hello-node-0-0", "hello-node-0-1"),
                image.replace("hello-node-0-0", "hello-node-0-2")));

    assertThat(why.map(Waiting::cause)).contains(Cause.IMAGE);
    assertThat(why.map(Waiting::sentence).orElse(""))
        .endsWith("(1 more pod waits for the same kind of reason)");
  }

  @Test
  void anEventAboutAnEarlierObjectOfTheSameNameDoesNotCount() {
    Optional<Waiting> why =
        WaitingReason.of(
            situation(
                TRAIN_JOB,
                event("TrainJob", "hello", "FailedCreate", "exceeded quota: team-a")
                    .replace("name: hello,", "name: hello, uid: earlier,")));

    assertThat(why.map(Waiting::cause)).contains(Cause.CONTROLLER);
  }

  @Test
  void aPodThatIsBeingDeletedWaitsForNothing() {
    PodSummary pod =
        PodSummary.of(
            yaml(
                unscheduled("0/3 nodes are available.")
                    .replace(
                        "namespace: default",
                        "namespace: default, deletionTimestamp: '2026-01-01T00:00:00Z'")));

    assertThat(WaitingReason.ofPod(pod, situation())).isEmpty();
  }

  // ---- fixtures

  private static String pod(String rest) {
    return """
    kind: Pod
    metadata: {name: hello-node-0-0, namespace: default, uid: p}
    """
        + rest;
  }

  private static String unscheduled(String message, String... spec) {
    return pod(
        "spec: {"
            + String.join(", ", spec)
            + "}\nstatus: {phase: Pending, conditions: [{type: PodScheduled, status: \"False\","
            + " reason: Unschedulable, message: '"
            + message
            + "'}]}\n");
  }

  private static String container(String state) {
    return pod(
        "spec: {nodeName: node-1}\nstatus: {phase: Pending, containerStatuses: [{name: node, image:"
            + " 'example.com/train:2', state: "
            + state
            + "}]}\n");
  }

  private static String event(String kind, String name, String reason, String message) {
    return "kind: Event\nmetadata: {name: e, namespace: default}\ntype: Warning\nreason: "
        + reason
        + "\nlastTimestamp: '2026-01-01T00:00:00Z'\nmessage: '"
        + message.replace("'", "''")
        + "'\ninvolvedObject: {kind: "
        + kind
        + ", namespace: default, name: "
        + name
        + ", apiVersion: v1}\n";
  }

  private static Situation situation(String... objects) {
    var chain = new ArrayList<Workload>();
    var pods = new ArrayList<PodSummary>();
    var gates = new ArrayList<Workload>();
    var events = new ArrayList<EventSummary>();
    var notReady = new TreeSet<String>();
    for (String text : objects) {
      ObjectNode object = yaml(text);
      switch (object.path("kind").asText()) {
        case "TrainJob" -> chain.add(Workload.of(KnownKind.TRAIN_JOB, object));
        case "JobSet" -> chain.add(Workload.of(KnownKind.JOB_SET, object));
        case "Job" -> chain.add(Workload.of(KnownKind.JOB, object));
        case "Workload" -> gates.add(Workload.of(KnownKind.WORKLOAD, object));
        case "PodGroup" -> gates.add(Workload.of(KnownKind.POD_GROUP, object));
        case "Pod" -> pods.add(PodSummary.of(object));
        case "Event" -> events.add(EventSummary.of(object));
        case "NotReady" -> notReady.add(object.path("metadata").path("name").asText());
        default -> throw new IllegalArgumentException(text);
      }
    }
    return new Situation(chain, pods, gates, events, notReady);
  }

  private static ObjectNode yaml(String text) {
    try {
      JsonNode tree = Json.yamlMapper().readTree(text);
      return (ObjectNode) tree;
    } catch (IOException e) {
      throw new UncheckedIOException(text, e);
    }
  }
}
