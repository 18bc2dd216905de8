/**
 * Foreign kinds by which schedulers know that pods belong together, as far as they are written
 * here: the PodGroup of the scheduler plugins project and that of Volcano. Their definitions come
 * with those schedulers.
 */
@NullMarked
package io.coxswain.api.scheduling;

import org.jspecify.annotations.NullMarked;
