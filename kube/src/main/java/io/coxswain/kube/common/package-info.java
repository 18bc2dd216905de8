/**
 * What several controllers share: owner references, finalizers and times as they stand in objects.
 * Each class answers one question about an object and knows nothing of the controllers that ask.
 */
@NullMarked
package io.coxswain.kube.common;

import org.jspecify.annotations.NullMarked;
