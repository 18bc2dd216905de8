/**
 * The built-in plugins; {@link io.coxswain.apiserver.admission.plugins.BuiltInPlugins} lists them
 * in order. Each is one class that declares what it handles and does one thing.
 */
@NullMarked
package io.coxswain.apiserver.admission.plugins;

import org.jspecify.annotations.NullMarked;
