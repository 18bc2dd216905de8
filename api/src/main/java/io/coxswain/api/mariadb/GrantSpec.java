package io.coxswain.api.mariadb;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The user and the privileges. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class GrantSpec {
  private @Nullable MariaDbRef mariaDbRef;

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<String> privileges = new ArrayList<>();

  private @Nullable String database;

  private @Nullable String table;

  private @Nullable String username;

  private @Nullable String host;

  private @Nullable Boolean grantOption;

  private @Nullable String requeueInterval;

  private @Nullable String retryInterval;

  public @Nullable MariaDbRef getMariaDbRef() {
    return mariaDbRef;
  }

  public void setMariaDbRef(@Nullable MariaDbRef mariaDbRef) {
    this.mariaDbRef = mariaDbRef;
  }

  public List<String> getPrivileges() {
    return privileges;
  }

  public void setPrivileges(List<String> privileges) {
    this.privileges = privileges;
  }

  public @Nullable String getDatabase() {
    return database;
  }

  public void setDatabase(@Nullable String database) {
    this.database = database;
  }

  public @Nullable String getTable() {
    return table;
  }

  public void setTable(@Nullable String table) {
    this.table = table;
  }

  public @Nullable String getUsername() {
    return username;
  }

  public void setUsername(@Nullable String username) {
    this.username = username;
  }

  public @Nullable String getHost() {
    return host;
  }

  public void setHost(@Nullable String host) {
    this.host = host;
  }

  public @Nullable Boolean getGrantOption() {
    return grantOption;
  }

  public void setGrantOption(@Nullable Boolean grantOption) {
    this.grantOption = grantOption;
  }

  public @Nullable String getRequeueInterval() {
    return requeueInterval;
  }

  public void setRequeueInterval(@Nullable String requeueInterval) {
    this.requeueInterval = requeueInterval;
  }

  public @Nullable String getRetryInterval() {
    return retryInterval;
  }

  public void setRetryInterval(@Nullable String retryInterval) {
    this.retryInterval = retryInterval;
  }
}
