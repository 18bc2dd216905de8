/**
 * The types that all modules share: {@link io.coxswain.api.ResourceType} (a kind and its path),
 * {@link io.coxswain.api.ObjectKey} (namespace and name), {@link io.coxswain.api.LabelSelector},
 * {@link io.coxswain.api.ApiException} (an error response, by reason) and {@link
 * io.coxswain.api.Json}. The Java types of our custom kinds are in the packages below this one.
 * Nothing here performs I/O.
 */
@NullMarked
package io.coxswain.api;

import org.jspecify.annotations.NullMarked;
