/** Tests of the rules of storage kinds. */
@NullMarked
package io.coxswain.apiserver.kinds.storage;

import org.jspecify.annotations.NullMarked;
