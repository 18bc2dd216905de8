package io.coxswain.trainer.plugins.trainjobstatus;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.trainer.statusserver.StatusPath;

/**
 * The endpoint to which jobs report.
 *
 * @param secret contains the CA of the server; its namespace is the server's
 */
public record TrainJobStatusEndpoint(String service, int port, ObjectKey secret) {

  String url(TrainJob job) {
    return "https://%s.%s.svc:%d%s"
        .formatted(service, secret.namespace(), port, StatusPath.of(ObjectKey.of(job)).path());
  }
}
