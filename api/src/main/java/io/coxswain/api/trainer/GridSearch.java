package io.coxswain.api.trainer;

import com.fasterxml.jackson.annotation.JsonInclude;

/** Every combination of values is tried, one after the other. It has no settings. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public class GridSearch {}
