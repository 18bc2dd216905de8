package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Allowed;
import io.coxswain.api.crd.Default;
import io.coxswain.api.crd.Required;
import io.fabric8.kubernetes.api.model.LocalObjectReference;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The Job that populates the shared root file system. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class PopulateJail {
  @Required private String image = "";

  @Default("IfNotPresent")
  @Allowed({"Always", "Never", "IfNotPresent"})
  private @Nullable String imagePullPolicy;

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<LocalObjectReference> imagePullSecrets = new ArrayList<>();

  @Required private String k8sNodeFilterName = "";

  private @Nullable NodeVolume jailSnapshotVolume;

  @Default("false")
  private @Nullable Boolean overwrite;

  @Default("unconfined")
  private @Nullable String appArmorProfile;

  private @Nullable String priorityClass;

  private @Nullable Boolean hostUsers;

  public String getImage() {
    return image;
  }

  public void setImage(String image) {
    this.image = image;
  }

  public @Nullable String getImagePullPolicy() {
    return imagePullPolicy;
  }

  public void setImagePullPolicy(@Nullable String imagePullPolicy) {
    this.imagePullPolicy = imagePullPolicy;
  }

  public List<LocalObjectReference> getImagePullSecrets() {
    return imagePullSecrets;
  }

  public void setImagePullSecrets(List<LocalObjectReference> imagePullSecrets) {
    this.imagePullSecrets = imagePullSecrets;
  }

  public String getK8sNodeFilterName() {
    return k8sNodeFilterName;
  }

  public void setK8sNodeFilterName(String k8sNodeFilterName) {
    this.k8sNodeFilterName = k8sNodeFilterName;
  }

  public @Nullable NodeVolume getJailSnapshotVolume() {
    return jailSnapshotVolume;
  }

  public void setJailSnapshotVolume(@Nullable NodeVolume jailSnapshotVolume) {
    this.jailSnapshotVolume = jailSnapshotVolume;
  }

  public @Nullable Boolean getOverwrite() {
    return overwrite;
  }

  public void setOverwrite(@Nullable Boolean overwrite) {
    this.overwrite = overwrite;
  }

  public @Nullable String getAppArmorProfile() {
    return appArmorProfile;
  }

  public void setAppArmorProfile(@Nullable String appArmorProfile) {
    this.appArmorProfile = appArmorProfile;
  }

  public @Nullable String getPriorityClass() {
    return priorityClass;
  }

  public void setPriorityClass(@Nullable String priorityClass) {
    this.priorityClass = priorityClass;
  }

  public @Nullable Boolean getHostUsers() {
    return hostUsers;
  }

  public void setHostUsers(@Nullable Boolean hostUsers) {
    this.hostUsers = hostUsers;
  }
}
