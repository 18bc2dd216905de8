package io.coxswain.kube.storageversiongc;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.List;

/** The version in which one API server stores a resource. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class ServerStorageVersion {
  @JsonProperty("apiServerID")
  private String apiServerId = "";

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private String encodingVersion = "";

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<String> decodableVersions = new ArrayList<>();

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<String> servedVersions = new ArrayList<>();

  /** The name of the server's identity lease. */
  @JsonProperty("apiServerID")
  public String getApiServerId() {
    return apiServerId;
  }

  @JsonProperty("apiServerID")
  public void setApiServerId(String apiServerId) {
    this.apiServerId = apiServerId;
  }

  public String getEncodingVersion() {
    return encodingVersion;
  }

  public void setEncodingVersion(String encodingVersion) {
    this.encodingVersion = encodingVersion;
  }

  public List<String> getDecodableVersions() {
    return decodableVersions;
  }

  public void setDecodableVersions(List<String> decodableVersions) {
    this.decodableVersions = decodableVersions;
  }

  public List<String> getServedVersions() {
    return servedVersions;
  }

  public void setServedVersions(List<String> servedVersions) {
    this.servedVersions = servedVersions;
  }
}
