package io.coxswain.api.monitoring;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Allowed;
import io.coxswain.api.crd.Default;
import io.coxswain.api.crd.Minimum;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A relabeling rule of Prometheus. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class RelabelConfig {
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<String> sourceLabels = new ArrayList<>();

  private @Nullable String separator;

  private @Nullable String targetLabel;

  private @Nullable String regex;

  @Minimum(0)
  private @Nullable Long modulus;

  private @Nullable String replacement;

  @Default("replace")
  @Allowed({
    "replace",
    "Replace",
    "keep",
    "Keep",
    "drop",
    "Drop",
    "hashmod",
    "HashMod",
    "labelmap",
    "LabelMap",
    "labeldrop",
    "LabelDrop",
    "labelkeep",
    "LabelKeep",
    "lowercase",
    "Lowercase",
    "uppercase",
    "Uppercase",
    "keepequal",
    "KeepEqual",
    "dropequal",
    "DropEqual"
  })
  private @Nullable String action;

  public List<String> getSourceLabels() {
    return sourceLabels;
  }

  public void setSourceLabels(List<String> sourceLabels) {
    this.sourceLabels = sourceLabels;
  }

  public @Nullable String getSeparator() {
    return separator;
  }

  public void setSeparator(@Nullable String separator) {
    this.separator = separator;
  }

  public @Nullable String getTargetLabel() {
    return targetLabel;
  }

  public void setTargetLabel(@Nullable String targetLabel) {
    this.targetLabel = targetLabel;
  }

  public @Nullable String getRegex() {
    return regex;
  }

  public void setRegex(@Nullable String regex) {
    this.regex = regex;
  }

  public @Nullable Long getModulus() {
    return modulus;
  }

  public void setModulus(@Nullable Long modulus) {
    this.modulus = modulus;
  }

  public @Nullable String getReplacement() {
    return replacement;
  }

  public void setReplacement(@Nullable String replacement) {
    this.replacement = replacement;
  }

  public @Nullable String getAction() {
    return action;
  }

  public void setAction(@Nullable String action) {
    this.action = action;
  }
}
