/**
 * The words that every part shares: {@link io.coxswain.api.ResourceType} (a kind and where it is
 * served), {@link io.coxswain.api.ObjectKey} (namespace and name), {@link
 * io.coxswain.api.LabelSelector}, {@link io.coxswain.api.ApiException} (what a server refused, by
 * reason) and {@link io.coxswain.api.Json}. The Java types of our custom kinds are in the packages
 * below this one. Nothing here does I/O.
 */
@NullMarked
package io.coxswain.api;

import org.jspecify.annotations.NullMarked;
