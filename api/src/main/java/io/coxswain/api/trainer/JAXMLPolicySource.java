package io.coxswain.api.trainer;

import com.fasterxml.jackson.annotation.JsonInclude;

/** JAX; nothing to say but that it is used. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public class JAXMLPolicySource {}
