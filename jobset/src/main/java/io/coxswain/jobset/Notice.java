package io.coxswain.jobset;

/** An event to record about a JobSet. */
record Notice(boolean warning, String reason, String message) {}
