package io.coxswain.api.trainer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.CrdListType;
import io.coxswain.api.crd.CrdRule;
import io.coxswain.api.crd.Default;
import io.coxswain.api.crd.Maximum;
import io.coxswain.api.crd.Minimum;
import io.coxswain.api.crd.Required;
import io.coxswain.api.crd.Size;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The objective and the trials. Immutable. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@CrdRule(
    value = "self == oldSelf",
    message = "OptimizationJobSpec is immutable and cannot be updated after creation")
@CrdRule(
    value = "self.parallelTrials <= self.numTrials",
    message = "parallelTrials cannot exceed numTrials")
@CrdRule(
    value =
        "!has(self.searchAlgorithm.grid) || self.parameters.all(p, has(p.searchSpace.categorical))",
    message =
        "Grid search requires all parameters to be Categorical; Uniform and LogUniform are"
            + " not supported.")
public class OptimizationJobSpec {
  @Required
  @CrdListType(value = "map", keys = "metric")
  @Size(min = 1, max = 1)
  private List<OptimizationObjective> objectives = new ArrayList<>();

  @Default("{\"random\": {}}")
  private @Nullable SearchAlgorithm searchAlgorithm;

  @Required
  @CrdListType(value = "map", keys = "name")
  @Size(min = 1, max = 100)
  private List<SearchParameter> parameters = new ArrayList<>();

  @Default("1")
  @Minimum(1)
  @Maximum(100)
  private @Nullable Integer numTrials;

  /** The maximum number of concurrent trials. */
  @Default("1")
  @Minimum(1)
  @Maximum(100)
  private @Nullable Integer parallelTrials;

  @Required private TrainJobTemplate trainJobTemplate = new TrainJobTemplate();

  public List<OptimizationObjective> getObjectives() {
    return objectives;
  }

  public void setObjectives(List<OptimizationObjective> objectives) {
    this.objectives = objectives;
  }

  public @Nullable SearchAlgorithm getSearchAlgorithm() {
    return searchAlgorithm;
  }

  public void setSearchAlgorithm(@Nullable SearchAlgorithm searchAlgorithm) {
    this.searchAlgorithm = searchAlgorithm;
  }

  public List<SearchParameter> getParameters() {
    return parameters;
  }

  public void setParameters(List<SearchParameter> parameters) {
    this.parameters = parameters;
  }

  public @Nullable Integer getNumTrials() {
    return numTrials;
  }

  public void setNumTrials(@Nullable Integer numTrials) {
    this.numTrials = numTrials;
  }

  public @Nullable Integer getParallelTrials() {
    return parallelTrials;
  }

  public void setParallelTrials(@Nullable Integer parallelTrials) {
    this.parallelTrials = parallelTrials;
  }

  public TrainJobTemplate getTrainJobTemplate() {
    return trainJobTemplate;
  }

  public void setTrainJobTemplate(TrainJobTemplate trainJobTemplate) {
    this.trainJobTemplate = trainJobTemplate;
  }
}
