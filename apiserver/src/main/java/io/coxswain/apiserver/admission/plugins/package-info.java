/**
 * The plugins that are built in; {@link io.coxswain.apiserver.admission.plugins.BuiltInPlugins}
 * lists them in order. Each is one class that says what it wants to see and does one thing.
 */
@NullMarked
package io.coxswain.apiserver.admission.plugins;

import org.jspecify.annotations.NullMarked;
