/**
 * PyTorch: the five {@code PET_*} variables by which torchrun finds its peers, in the training
 * container and in the other containers that the runtime names.
 */
@NullMarked
package io.coxswain.trainer.plugins.torch;

import org.jspecify.annotations.NullMarked;
