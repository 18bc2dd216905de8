/** Creates, stores and renews the certificates of webhooks, and publishes their CA. */
@NullMarked
package io.coxswain.runtime.rotation;

import org.jspecify.annotations.NullMarked;
