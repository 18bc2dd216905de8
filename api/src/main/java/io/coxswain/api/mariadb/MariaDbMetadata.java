package io.coxswain.api.mariadb;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.LinkedHashMap;
import java.util.Map;

/** Labels and annotations of objects that the MariaDB operator creates. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class MariaDbMetadata {
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private Map<String, String> labels = new LinkedHashMap<>();

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private Map<String, String> annotations = new LinkedHashMap<>();

  public Map<String, String> getLabels() {
    return labels;
  }

  public void setLabels(Map<String, String> labels) {
    this.labels = labels;
  }

  public Map<String, String> getAnnotations() {
    return annotations;
  }

  public void setAnnotations(Map<String, String> annotations) {
    this.annotations = annotations;
  }
}
