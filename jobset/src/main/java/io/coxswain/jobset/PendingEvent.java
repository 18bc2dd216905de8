package io.coxswain.jobset;

/** An event to record about a JobSet. */
record PendingEvent(boolean warning, String reason, String message) {}
