package io.coxswain.api.trainer;

import com.fasterxml.jackson.annotation.JsonInclude;

/** JAX; it has no settings. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public class JAXMLPolicySource {}
