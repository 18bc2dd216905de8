/**
 * Foreign kinds for gang scheduling, with the fields that are written here: the PodGroup of the
 * scheduler plugins project and that of Volcano. Their CRDs come with those schedulers.
 */
@NullMarked
package io.coxswain.api.scheduling;

import org.jspecify.annotations.NullMarked;
