package io.coxswain.kube.deployment;

/**
 * What the flags say.
 *
 * @param workers {@code --concurrent-deployment-syncs}
 */
public record DeploymentOptions(int workers) {
  public static DeploymentOptions byDefault() {
    return new DeploymentOptions(5);
  }
}
