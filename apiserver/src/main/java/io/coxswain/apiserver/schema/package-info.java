/** Checking, completing and cutting objects down to what their schema knows. */
@NullMarked
package io.coxswain.apiserver.schema;

import org.jspecify.annotations.NullMarked;
