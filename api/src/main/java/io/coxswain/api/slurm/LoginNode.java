package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Default;
import io.coxswain.api.crd.Minimum;
import io.coxswain.api.crd.Required;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The login nodes. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class LoginNode extends SlurmNode {
  @Required private NodeContainer sshd = new NodeContainer();

  @Required private NodeContainer munge = new NodeContainer();

  private @Nullable NodeContainer sssd;

  @Default("0")
  @Minimum(0)
  private @Nullable Integer sssdDebugLevel;

  private @Nullable String sssdConfSecretRefName;

  private @Nullable String sssdLdapCAConfigMapRefName;

  @Required private String sshdServiceType = "";

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private Map<String, String> sshdServiceAnnotations = new LinkedHashMap<>();

  private @Nullable String sshdConfigMapRefName;

  @Required private @Nullable List<String> sshRootPublicKeys;

  private @Nullable String sshdServiceLoadBalancerIP;

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<String> sshdServiceLoadBalancerSourceRanges = new ArrayList<>();

  @Default("0")
  private @Nullable Integer sshdServiceNodePort;

  @Required private LoginVolumes volumes = new LoginVolumes();

  private @Nullable UserIsolation userIsolation;

  public NodeContainer getSshd() {
    return sshd;
  }

  public void setSshd(NodeContainer sshd) {
    this.sshd = sshd;
  }

  public NodeContainer getMunge() {
    return munge;
  }

  public void setMunge(NodeContainer munge) {
    this.munge = munge;
  }

  public @Nullable NodeContainer getSssd() {
    return sssd;
  }

  public void setSssd(@Nullable NodeContainer sssd) {
    this.sssd = sssd;
  }

  public @Nullable Integer getSssdDebugLevel() {
    return sssdDebugLevel;
  }

  public void setSssdDebugLevel(@Nullable Integer sssdDebugLevel) {
    this.sssdDebugLevel = sssdDebugLevel;
  }

  public @Nullable String getSssdConfSecretRefName() {
    return sssdConfSecretRefName;
  }

  public void setSssdConfSecretRefName(@Nullable String sssdConfSecretRefName) {
    this.sssdConfSecretRefName = sssdConfSecretRefName;
  }

  public @Nullable String getSssdLdapCAConfigMapRefName() {
    return sssdLdapCAConfigMapRefName;
  }

  public void setSssdLdapCAConfigMapRefName(@Nullable String sssdLdapCAConfigMapRefName) {
    this.sssdLdapCAConfigMapRefName = sssdLdapCAConfigMapRefName;
  }

  public String getSshdServiceType() {
    return sshdServiceType;
  }

  public void setSshdServiceType(String sshdServiceType) {
    this.sshdServiceType = sshdServiceType;
  }

  public Map<String, String> getSshdServiceAnnotations() {
    return sshdServiceAnnotations;
  }

  public void setSshdServiceAnnotations(Map<String, String> sshdServiceAnnotations) {
    this.sshdServiceAnnotations = sshdServiceAnnotations;
  }

  public @Nullable String getSshdConfigMapRefName() {
    return sshdConfigMapRefName;
  }

  public void setSshdConfigMapRefName(@Nullable String sshdConfigMapRefName) {
    this.sshdConfigMapRefName = sshdConfigMapRefName;
  }

  public @Nullable List<String> getSshRootPublicKeys() {
    return sshRootPublicKeys;
  }

  public void setSshRootPublicKeys(@Nullable List<String> sshRootPublicKeys) {
    this.sshRootPublicKeys = sshRootPublicKeys;
  }

  public @Nullable String getSshdServiceLoadBalancerIP() {
    return sshdServiceLoadBalancerIP;
  }

  public void setSshdServiceLoadBalancerIP(@Nullable String sshdServiceLoadBalancerIP) {
    this.sshdServiceLoadBalancerIP = sshdServiceLoadBalancerIP;
  }

  public List<String> getSshdServiceLoadBalancerSourceRanges() {
    return sshdServiceLoadBalancerSourceRanges;
  }

  public void setSshdServiceLoadBalancerSourceRanges(
      List<String> sshdServiceLoadBalancerSourceRanges) {
    this.sshdServiceLoadBalancerSourceRanges = sshdServiceLoadBalancerSourceRanges;
  }

  public @Nullable Integer getSshdServiceNodePort() {
    return sshdServiceNodePort;
  }

  public void setSshdServiceNodePort(@Nullable Integer sshdServiceNodePort) {
    this.sshdServiceNodePort = sshdServiceNodePort;
  }

  public LoginVolumes getVolumes() {
    return volumes;
  }

  public void setVolumes(LoginVolumes volumes) {
    this.volumes = volumes;
  }

  public @Nullable UserIsolation getUserIsolation() {
    return userIsolation;
  }

  public void setUserIsolation(@Nullable UserIsolation userIsolation) {
    this.userIsolation = userIsolation;
  }
}
