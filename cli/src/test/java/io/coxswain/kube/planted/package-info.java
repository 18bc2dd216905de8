/** A violation for {@link io.coxswain.architecture.ModulesTest} to find. */
@NullMarked
package io.coxswain.kube.planted;

import org.jspecify.annotations.NullMarked;
