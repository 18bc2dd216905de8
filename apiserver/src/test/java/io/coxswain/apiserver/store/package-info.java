/** The store by itself. */
@NullMarked
package io.coxswain.apiserver.store;

import org.jspecify.annotations.NullMarked;
