/**
 * The kinds of storage: volumes, claims, their classes, and what CSI drivers report.
 *
 * <p>{@link io.coxswain.apiserver.kinds.storage.StorageKinds} is the table of the kinds.
 */
@NullMarked
package io.coxswain.apiserver.kinds.storage;

import org.jspecify.annotations.NullMarked;
