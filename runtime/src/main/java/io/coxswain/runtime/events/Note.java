package io.coxswain.runtime.events;

import io.fabric8.kubernetes.api.model.ObjectReference;
import java.time.Instant;

/** A recorded event. */
record Note(
    ObjectReference about,
    String component,
    String type,
    String reason,
    String message,
    Instant time) {}
