/** Tests of aggregation that need no server. */
@NullMarked
package io.coxswain.apiserver.aggregation;

import org.jspecify.annotations.NullMarked;
