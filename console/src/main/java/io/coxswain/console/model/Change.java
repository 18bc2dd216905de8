package io.coxswain.console.model;

import io.coxswain.console.summary.Ref;
import java.time.Instant;

/** A recent change of an object, in words. */
public record Change(Instant time, String kind, Ref ref, String what, String summary) {}
