/**
 * Storage kinds: volumes, claims, their classes, and the reports of CSI drivers.
 *
 * <p>{@link io.coxswain.apiserver.kinds.storage.StorageKinds} is the table of the kinds.
 */
@NullMarked
package io.coxswain.apiserver.kinds.storage;

import org.jspecify.annotations.NullMarked;
