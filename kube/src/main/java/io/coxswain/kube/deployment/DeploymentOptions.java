package io.coxswain.kube.deployment;

/**
 * Options of the Deployment controller.
 *
 * @param workers {@code --concurrent-deployment-syncs}
 */
public record DeploymentOptions(int workers) {
  public static DeploymentOptions byDefault() {
    return new DeploymentOptions(5);
  }
}
