package io.coxswain.kube.host.controllers;

import io.coxswain.api.ApiException;
import io.coxswain.kube.endpoints.EndpointsController;
import io.coxswain.kube.endpoints.EndpointsOptions;
import io.coxswain.kube.endpointslice.EndpointSliceController;
import io.coxswain.kube.endpointslice.EndpointSliceOptions;
import io.coxswain.kube.endpointslicemirroring.MirroringController;
import io.coxswain.kube.endpointslicemirroring.MirroringOptions;
import io.coxswain.kube.host.options.ServiceFlags;
import io.coxswain.kube.servicecidr.ServiceCidrController;
import java.util.Optional;

/** Builds service controllers. */
final class ServiceConstructors {
  private ServiceConstructors() {}

  static Optional<BuiltController> endpoints(ControllerContext context) throws ApiException {
    ServiceFlags flags = context.options().services;
    var options = new EndpointsOptions(flags.endpoints.get(), flags.endpointsBatch.get());
    return BuiltController.on(
        context.as("endpoint-controller"), m -> EndpointsController.register(m, options));
  }

  static Optional<BuiltController> slices(ControllerContext context) throws ApiException {
    ServiceFlags flags = context.options().services;
    var options =
        new EndpointSliceOptions(
            flags.slices.get(), flags.endpointsPerSlice.get(), flags.slicesBatch.get());
    return BuiltController.on(
        context.as("endpointslice-controller"), m -> EndpointSliceController.register(m, options));
  }

  static Optional<BuiltController> mirrors(ControllerContext context) throws ApiException {
    ServiceFlags flags = context.options().services;
    var options =
        new MirroringOptions(
            flags.mirrors.get(), flags.endpointsPerSubset.get(), flags.mirrorsBatch.get());
    return BuiltController.on(
        context.as("endpointslicemirroring-controller"),
        m -> MirroringController.register(m, options));
  }

  static Optional<BuiltController> ranges(ControllerContext context) throws ApiException {
    return BuiltController.on(
        context.as("service-cidrs-controller"), ServiceCidrController::register);
  }
}
