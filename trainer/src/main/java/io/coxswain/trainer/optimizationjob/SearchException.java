package io.coxswain.trainer.optimizationjob;

/** A search that cannot be made; the message says which parameter is why. */
final class SearchException extends Exception {
  SearchException(String message) {
    super(message);
  }
}
