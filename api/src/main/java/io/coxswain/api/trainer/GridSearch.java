package io.coxswain.api.trainer;

import com.fasterxml.jackson.annotation.JsonInclude;

/** Tries every combination of values, one after the other. It has no settings. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public class GridSearch {}
