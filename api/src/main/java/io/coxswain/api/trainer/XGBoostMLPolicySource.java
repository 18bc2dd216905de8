package io.coxswain.api.trainer;

import com.fasterxml.jackson.annotation.JsonInclude;

/** XGBoost; it has no settings. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public class XGBoostMLPolicySource {}
