/** Training programs that need nothing but the number of nodes: no framework is set up. */
@NullMarked
package io.coxswain.trainer.plugins.plainml;

import org.jspecify.annotations.NullMarked;
