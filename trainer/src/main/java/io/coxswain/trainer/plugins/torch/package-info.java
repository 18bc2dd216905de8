/**
 * PyTorch: the five {@code PET_*} variables by which torchrun finds its peers, in the training
 * container and in those that the runtime names besides.
 */
@NullMarked
package io.coxswain.trainer.plugins.torch;

import org.jspecify.annotations.NullMarked;
