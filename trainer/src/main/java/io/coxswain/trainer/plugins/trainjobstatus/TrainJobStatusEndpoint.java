package io.coxswain.trainer.plugins.trainjobstatus;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.trainer.statusserver.StatusPath;

/**
 * Where jobs report to.
 *
 * @param secret holds the authority that vouches for the server, and names its namespace
 */
public record TrainJobStatusEndpoint(String service, int port, ObjectKey secret) {

  String url(TrainJob job) {
    return "https://%s.%s.svc:%d%s"
        .formatted(service, secret.namespace(), port, StatusPath.of(ObjectKey.of(job)).path());
  }
}
