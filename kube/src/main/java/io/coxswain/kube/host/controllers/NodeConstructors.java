package io.coxswain.kube.host.controllers;

import io.coxswain.api.ApiException;
import io.coxswain.api.ResourceType;
import io.coxswain.kube.devicetainteviction.DeviceTaintEvictionController;
import io.coxswain.kube.devicetainteviction.DeviceTaintEvictionOptions;
import io.coxswain.kube.host.options.CloudFlags;
import io.coxswain.kube.host.options.NodeFlags;
import io.coxswain.kube.host.shared.HostException;
import io.coxswain.kube.nodeipam.NodeIpamController;
import io.coxswain.kube.nodeipam.NodeIpamOptions;
import io.coxswain.kube.nodelifecycle.NodeLifecycleController;
import io.coxswain.kube.nodelifecycle.NodeLifecycleOptions;
import io.coxswain.kube.nodettl.NodeTtlController;
import io.coxswain.kube.tainteviction.TaintEvictionController;
import io.fabric8.kubernetes.api.model.resource.v1alpha3.DeviceTaintRule;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Builds node controllers. */
final class NodeConstructors {
  private static final Logger log = LoggerFactory.getLogger(NodeConstructors.class);
  private static final String ACCOUNT = "node-controller";

  private NodeConstructors() {}

  static Optional<BuiltController> ttl(ControllerContext context) throws ApiException {
    return BuiltController.on(context.as("ttl-controller"), NodeTtlController::register);
  }

  static Optional<BuiltController> lifecycle(ControllerContext context) throws ApiException {
    NodeFlags flags = context.options().nodes;
    var options =
        new NodeLifecycleOptions(
            context.options().generic.cloud.nodeMonitorPeriod.get(),
            flags.startupGrace.get(),
            flags.monitorGrace.get(),
            flags.evictionRate.get(),
            flags.secondaryEvictionRate.get(),
            flags.largeCluster.get(),
            flags.unhealthyZone.get());
    return BuiltController.on(
        context.as(ACCOUNT), m -> NodeLifecycleController.register(m, options));
  }

  static Optional<BuiltController> taintEviction(ControllerContext context) throws ApiException {
    return BuiltController.on(context.as(ACCOUNT), TaintEvictionController::register);
  }

  static Optional<BuiltController> deviceTaintEviction(ControllerContext context)
      throws ApiException {
    boolean rules = context.gates().isOn("DRADeviceTaintRules");
    boolean served = context.availableResources().contains(ResourceType.of(DeviceTaintRule.class));
    if (rules && !served) {
      log.info("DeviceTaintRules are not served; only the taints of ResourceSlices are used");
    }
    var options =
        new DeviceTaintEvictionOptions(
            rules && served, context.options().nodes.deviceTaintEvictions.get());
    return BuiltController.on(
        context.as("device-taint-eviction-controller"),
        m -> DeviceTaintEvictionController.register(m, options));
  }

  static Optional<BuiltController> ranges(ControllerContext context)
      throws HostException, ApiException {
    CloudFlags cluster = context.options().generic.cloud;
    if (!cluster.allocateNodeCidrs.get()) {
      return Optional.empty();
    }
    NodeFlags flags = context.options().nodes;
    NodeIpamOptions options;
    try {
      options =
          NodeIpamOptions.parse(
              cluster.clusterCidr.get(),
              flags.serviceRange.get(),
              new NodeIpamOptions.MaskSizes(
                  flags.mask.get(), flags.maskV4.get(), flags.maskV6.get()));
    } catch (IllegalArgumentException e) {
      throw new HostException(String.valueOf(e.getMessage()), e);
    }
    return BuiltController.on(context.as(ACCOUNT), m -> NodeIpamController.register(m, options));
  }
}
