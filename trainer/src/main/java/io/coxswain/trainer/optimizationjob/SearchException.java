package io.coxswain.trainer.optimizationjob;

/** An invalid search; the message names the parameter. */
final class SearchException extends Exception {
  SearchException(String message) {
    super(message);
  }
}
