package io.coxswain.kube.host.controllers;

import io.coxswain.api.ApiException;
import io.coxswain.kube.attachdetach.AttachDetachController;
import io.coxswain.kube.attachdetach.AttachDetachOptions;
import io.coxswain.kube.ephemeralvolume.EphemeralVolumeController;
import io.coxswain.kube.ephemeralvolume.EphemeralVolumeOptions;
import io.coxswain.kube.host.options.VolumeFlags;
import io.coxswain.kube.selinuxwarning.SelinuxWarningController;
import io.coxswain.kube.volumebinder.VolumeBinderController;
import io.coxswain.kube.volumebinder.VolumeBinderOptions;
import io.coxswain.kube.volumeexpander.VolumeExpanderController;
import io.coxswain.kube.volumeprotection.VolumeProtectionControllers;
import java.util.Optional;

/** Builds volume controllers. */
final class VolumeConstructors {
  private VolumeConstructors() {}

  static Optional<BuiltController> binder(ControllerContext context) throws ApiException {
    VolumeFlags flags = context.options().volumes;
    var options =
        new VolumeBinderOptions(
            flags.binderPeriod.get(),
            flags.dynamicProvisioning.get(),
            flags.hostPathProvisioner.get());
    return BuiltController.on(
        context.as("persistent-volume-binder"), m -> VolumeBinderController.register(m, options));
  }

  static Optional<BuiltController> attachDetach(ControllerContext context) throws ApiException {
    VolumeFlags flags = context.options().volumes;
    var options =
        new AttachDetachOptions(
            !flags.noReconcile.get(), flags.reconcilePeriod.get(), !flags.noForceDetach.get());
    return BuiltController.on(
        context.as("attachdetach-controller"), m -> AttachDetachController.register(m, options));
  }

  static Optional<BuiltController> expander(ControllerContext context) throws ApiException {
    return BuiltController.on(context.as("expand-controller"), VolumeExpanderController::register);
  }

  static Optional<BuiltController> selinuxWarnings(ControllerContext context) throws ApiException {
    return BuiltController.on(
        context.as("selinux-warning-controller"), SelinuxWarningController::register);
  }

  static Optional<BuiltController> claimProtection(ControllerContext context) throws ApiException {
    return BuiltController.on(
        context.as("pvc-protection-controller"), VolumeProtectionControllers::registerClaims);
  }

  static Optional<BuiltController> volumeProtection(ControllerContext context) throws ApiException {
    return BuiltController.on(
        context.as("pv-protection-controller"), VolumeProtectionControllers::registerVolumes);
  }

  static Optional<BuiltController> classProtection(ControllerContext context) throws ApiException {
    return BuiltController.on(
        context.as("volumeattributesclass-protection-controller"),
        VolumeProtectionControllers::registerAttributesClasses);
  }

  static Optional<BuiltController> ephemeral(ControllerContext context) throws ApiException {
    var options = new EphemeralVolumeOptions(context.options().volumes.ephemeral.get());
    return BuiltController.on(
        context.as("ephemeral-volume-controller"),
        m -> EphemeralVolumeController.register(m, options));
  }
}
