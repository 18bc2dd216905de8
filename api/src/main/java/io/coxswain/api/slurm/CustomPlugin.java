package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Default;
import io.coxswain.api.crd.Required;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Any other SPANK plugin. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class CustomPlugin {
  @Default("false")
  private @Nullable Boolean required;

  @Required private String path = "";

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  @Default("{}")
  private Map<String, String> arguments = new LinkedHashMap<>();

  public @Nullable Boolean getRequired() {
    return required;
  }

  public void setRequired(@Nullable Boolean required) {
    this.required = required;
  }

  public String getPath() {
    return path;
  }

  public void setPath(String path) {
    this.path = path;
  }

  public Map<String, String> getArguments() {
    return arguments;
  }

  public void setArguments(Map<String, String> arguments) {
    this.arguments = arguments;
  }
}
