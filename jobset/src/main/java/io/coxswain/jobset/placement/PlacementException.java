package io.coxswain.jobset.placement;

/** Why a pod has no place yet. Trying again later may succeed. */
final class PlacementException extends Exception {
  PlacementException(String message) {
    super(message);
  }
}
