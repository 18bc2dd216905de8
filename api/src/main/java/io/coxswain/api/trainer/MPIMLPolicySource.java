package io.coxswain.api.trainer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Allowed;
import io.coxswain.api.crd.CrdRule;
import io.coxswain.api.crd.Default;
import io.coxswain.api.crd.Length;
import org.jspecify.annotations.Nullable;

/** MPI: a launcher that reaches the nodes by ssh. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class MPIMLPolicySource {
  /** The default mount path of the keys. */
  public static final String SSH_AUTH_MOUNT_PATH = "/root/.ssh";

  @Default("1")
  @CrdRule(value = "self >= 1", message = "NumProcPerNode in mpiPolicy must be >= 1")
  private @Nullable Integer numProcPerNode;

  @Default("OpenMPI")
  @Allowed({"OpenMPI", ""})
  private @Nullable String mpiImplementation;

  @Default(SSH_AUTH_MOUNT_PATH)
  @Length(max = 4096)
  private @Nullable String sshAuthMountPath;

  @Default("false")
  private @Nullable Boolean runLauncherAsNode;

  public @Nullable Integer getNumProcPerNode() {
    return numProcPerNode;
  }

  public void setNumProcPerNode(@Nullable Integer numProcPerNode) {
    this.numProcPerNode = numProcPerNode;
  }

  public @Nullable String getMpiImplementation() {
    return mpiImplementation;
  }

  public void setMpiImplementation(@Nullable String mpiImplementation) {
    this.mpiImplementation = mpiImplementation;
  }

  public @Nullable String getSshAuthMountPath() {
    return sshAuthMountPath;
  }

  public void setSshAuthMountPath(@Nullable String sshAuthMountPath) {
    this.sshAuthMountPath = sshAuthMountPath;
  }

  public @Nullable Boolean getRunLauncherAsNode() {
    return runLauncherAsNode;
  }

  public void setRunLauncherAsNode(@Nullable Boolean runLauncherAsNode) {
    this.runLauncherAsNode = runLauncherAsNode;
  }
}
