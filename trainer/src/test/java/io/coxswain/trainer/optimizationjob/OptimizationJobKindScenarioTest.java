package io.coxswain.trainer.optimizationjob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.trainer.OptimizationJob;
import io.coxswain.api.trainer.OptimizationJobStatus;
import io.coxswain.api.trainer.RandomSearch;
import io.coxswain.api.trainer.SearchAlgorithm;
import io.coxswain.sim.Script;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.coxswain.trainer.TrainerWorld;
import io.coxswain.trainer.Yaml;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What the server lets in of the kind, and what it fills in. */
class OptimizationJobKindScenarioTest {
  private static final ObjectKey KEY = ObjectKey.of("default", "search");
  private static final String RATE =
      "parameters: [{name: lr, searchSpace: {uniform: {min: '0.1', max: '1e0'}}}]\n";
  private static final String CHOICE =
      "parameters: [{name: opt, searchSpace: {categorical: {choices: [sgd, adam]}}}]\n";

  @Test
  void defaultsUnsetFields() {
    play(
        "defaults",
        world -> {
          world.objects().create(search(RATE));

          var spec = world.objects().fetch(OptimizationJob.class, KEY).getSpec();
          assertThat(spec.getSearchAlgorithm())
              .extracting(SearchAlgorithm::getRandom)
              .isInstanceOf(RandomSearch.class);
          assertThat(spec.getNumTrials()).isEqualTo(1);
          assertThat(spec.getParallelTrials()).isEqualTo(1);
          assertThat(spec.getObjectives().getFirst().getDirection()).isEqualTo("Minimize");
          var space = spec.getParameters().getFirst().getSearchSpace().getUniform();
          assertThat(space).isNotNull().hasFieldOrPropertyWithValue("type", "Float");
        });
  }

  @Test
  void theSpecNeverChanges() {
    play(
        "immutable",
        world -> {
          world.objects().create(search(RATE));

          assertThatThrownBy(
                  () ->
                      world
                          .objects()
                          .edit(OptimizationJob.class, KEY, job -> job.getSpec().setNumTrials(2)))
              .isInstanceOf(ApiException.Invalid.class)
              .hasMessageContaining(
                  "OptimizationJobSpec is immutable and cannot be updated after creation");
        });
  }

  @Test
  void aResultIsKept() {
    play(
        "result",
        world -> {
          OptimizationJob job = world.objects().create(search(RATE));
          job.setStatus(
              Yaml.read(
                  OptimizationJobStatus.class,
                  "result: {trainJobName: search-0, parameters: [{name: lr, value: '0.2'}]}"));

          world.objects().updateStatus(job);

          var status =
              Objects.requireNonNull(world.objects().fetch(OptimizationJob.class, KEY).getStatus());
          var result = Objects.requireNonNull(status.getResult());
          assertThat(result.getParameters().getFirst().getValue()).isEqualTo("0.2");
        });
  }

  @Test
  void aGridIsMadeOfChoices() {
    play(
        "grid",
        world -> {
          refused(
              world,
              "searchAlgorithm: {grid: {}}\n" + RATE,
              "Grid search requires all parameters to be Categorical; Uniform and LogUniform are"
                  + " not supported.");
          world.objects().create(search("searchAlgorithm: {grid: {}}\n" + CHOICE));
        });
  }

  @Test
  void thereIsOneAlgorithmAndOneSpaceForEachParameter() {
    play(
        "one-of",
        world -> {
          refused(
              world,
              "searchAlgorithm: {grid: {}, random: {}}\n" + CHOICE,
              "exactly one of the fields in [random grid] must be set");
          refused(
              world,
              "parameters: [{name: x, searchSpace: {}}]",
              "exactly one of the fields in [uniform logUniform categorical] must be set");
        });
  }

  @Test
  void boundsAreInOrder() {
    play(
        "bounds",
        world -> {
          refused(
              world,
              "parameters: [{name: x, searchSpace: {uniform: {min: '10', max: '9'}}}]",
              "min must be strictly less than max");
          refused(
              world,
              "parameters: [{name: x, searchSpace: {logUniform: {min: '0', max: '9'}}}]",
              "min must be strictly greater than 0");
          refused(
              world,
              "numTrials: 2\nparallelTrials: 3\n" + RATE,
              "parallelTrials cannot exceed numTrials");
        });
  }

  @Test
  void theTemplateHasNoName() {
    play(
        "template",
        world -> {
          OptimizationJob job = search(RATE);
          job.getSpec()
              .getTrainJobTemplate()
              .setMetadata(new ObjectMetaBuilder().withName("x").build());

          assertThatThrownBy(() -> world.objects().create(job))
              .isInstanceOf(ApiException.Invalid.class)
              .hasMessageContaining("name and namespace cannot be set in a template.");
        });
  }

  private static void refused(World world, String spec, String message) {
    assertThatThrownBy(() -> world.objects().create(search(spec)))
        .isInstanceOf(ApiException.Invalid.class)
        .hasMessageContaining(message);
  }

  private static OptimizationJob search(String spec) {
    return Yaml.read(
        OptimizationJob.class,
        """
        metadata: {name: search, namespace: default}
        spec:
          objectives: [{metric: loss}]
          trainJobTemplate: {spec: {runtimeRef: {name: plain}}}
        """
            + spec.indent(2));
  }

  private static void play(String name, Script script) {
    Simulation.named("optimizationjob-" + name).given(TrainerWorld::install).script(script).run(1);
  }
}
