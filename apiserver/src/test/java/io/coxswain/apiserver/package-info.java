/** Behaviour of the API server, through its in-process transport. */
@NullMarked
package io.coxswain.apiserver;

import org.jspecify.annotations.NullMarked;
