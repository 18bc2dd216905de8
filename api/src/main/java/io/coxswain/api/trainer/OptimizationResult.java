package io.coxswain.api.trainer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.CrdListType;
import io.coxswain.api.crd.Length;
import io.coxswain.api.crd.Required;
import io.coxswain.api.crd.Size;
import java.util.ArrayList;
import java.util.List;

/** The best trial so far, and its values. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public class OptimizationResult {
  @Required
  @Length(min = 1, max = 63)
  private String trainJobName = "";

  @CrdListType(value = "map", keys = "name")
  @Size(max = 100)
  private List<ParameterAssignment> parameters = new ArrayList<>();

  public String getTrainJobName() {
    return trainJobName;
  }

  public void setTrainJobName(String trainJobName) {
    this.trainJobName = trainJobName;
  }

  public List<ParameterAssignment> getParameters() {
    return parameters;
  }

  public void setParameters(List<ParameterAssignment> parameters) {
    this.parameters = parameters;
  }
}
