/**
 * Flux: an init container installs it, and each node becomes a broker of one Flux instance; the
 * first of them runs the job's command by {@code flux run}. {@link
 * io.coxswain.trainer.plugins.flux.FluxPlugin} changes the pods, {@link
 * io.coxswain.trainer.plugins.flux.FluxScripts} are what they run, {@link
 * io.coxswain.trainer.plugins.flux.CurveCertificate} is how brokers trust each other.
 */
@NullMarked
package io.coxswain.trainer.plugins.flux;

import org.jspecify.annotations.NullMarked;
