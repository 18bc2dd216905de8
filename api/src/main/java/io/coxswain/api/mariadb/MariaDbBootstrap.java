package io.coxswain.api.mariadb;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Required;
import org.jspecify.annotations.Nullable;

/** The backup from which a replica starts. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class MariaDbBootstrap {
  @Required private NameRef physicalBackupTemplateRef = new NameRef();

  private @Nullable MariaDbRestoreJob restoreJob;

  public NameRef getPhysicalBackupTemplateRef() {
    return physicalBackupTemplateRef;
  }

  public void setPhysicalBackupTemplateRef(NameRef physicalBackupTemplateRef) {
    this.physicalBackupTemplateRef = physicalBackupTemplateRef;
  }

  public @Nullable MariaDbRestoreJob getRestoreJob() {
    return restoreJob;
  }

  public void setRestoreJob(@Nullable MariaDbRestoreJob restoreJob) {
    this.restoreJob = restoreJob;
  }
}
