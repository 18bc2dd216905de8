package io.coxswain.console.logs;

import io.coxswain.api.ObjectKey;

/** A container whose output is followed. */
record LogSource(ObjectKey pod, String uid, String container, int rank) {}
