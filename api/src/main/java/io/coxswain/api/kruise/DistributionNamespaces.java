package io.coxswain.api.kruise;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.List;

/** A list of namespaces. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class DistributionNamespaces {
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<DistributionNamespace> list = new ArrayList<>();

  public List<DistributionNamespace> getList() {
    return list;
  }

  public void setList(List<DistributionNamespace> list) {
    this.list = list;
  }
}
