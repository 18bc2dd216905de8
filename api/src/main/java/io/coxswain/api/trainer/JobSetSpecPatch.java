package io.coxswain.api.trainer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.CrdListType;
import io.coxswain.api.crd.Size;
import java.util.ArrayList;
import java.util.List;

/** Changes to the jobs of a JobSet. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public class JobSetSpecPatch {
  @CrdListType(value = "map", keys = "name")
  @Size(max = 100)
  private List<ReplicatedJobPatch> replicatedJobs = new ArrayList<>();

  public List<ReplicatedJobPatch> getReplicatedJobs() {
    return replicatedJobs;
  }

  public void setReplicatedJobs(List<ReplicatedJobPatch> replicatedJobs) {
    this.replicatedJobs = replicatedJobs;
  }
}
