/** What others can add to the program, and how it is told about. */
@NullMarked
package io.coxswain.trainer.extension;

import org.jspecify.annotations.NullMarked;
