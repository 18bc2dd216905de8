/** What {@code deploy} installs is what the programs need: no right more, none less. */
@NullMarked
package io.coxswain.cli.deploy;

import org.jspecify.annotations.NullMarked;
