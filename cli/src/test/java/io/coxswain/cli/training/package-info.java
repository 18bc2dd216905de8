/**
 * Training on the whole cluster in virtual time: API server with webhooks, all programs, scheduler
 * and simulated nodes.
 */
@NullMarked
package io.coxswain.cli.training;

import org.jspecify.annotations.NullMarked;
