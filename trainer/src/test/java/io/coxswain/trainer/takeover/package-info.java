/** Going on where the Go manager stopped, and leaving what it can go on with. */
@NullMarked
package io.coxswain.trainer.takeover;

import org.jspecify.annotations.NullMarked;
