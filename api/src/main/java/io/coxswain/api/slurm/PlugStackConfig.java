package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Default;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The SPANK plugins. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class PlugStackConfig {
  @Default(
      """
      {
        "importerPath": "/opt/slurm_scripts/pyxis_caching_importer.sh",
        "required": true,
        "useSquashfuse": false
      }
      """)
  private @Nullable Pyxis pyxis;

  @Default(
      """
      {
        "enabled": false,
        "logLevel": "INFO",
        "outputDirectory": "/opt/soperator-outputs/local/nccl_logs",
        "outputToFile": true,
        "outputToStdOut": false,
        "required": false
      }
      """)
  private @Nullable NcclDebug ncclDebug;

  @Default(
      """
      {
        "dumpDir": "/opt/soperator-outputs/shared/nccl_profiles/%j/%s",
        "dumpThreadIntervalMicroseconds": 1000000,
        "dumpVerbose": false,
        "enabled": false,
        "profilerPlugin": "/usr/lib/x86_64-linux-gnu/libnccl-profiler-inspector.so",
        "required": false
      }
      """)
  private @Nullable NcclInspectorPreConf ncclInspectorPreConf;

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  @Default("[]")
  private List<CustomPlugin> customPlugins = new ArrayList<>();

  public @Nullable Pyxis getPyxis() {
    return pyxis;
  }

  public void setPyxis(@Nullable Pyxis pyxis) {
    this.pyxis = pyxis;
  }

  public @Nullable NcclDebug getNcclDebug() {
    return ncclDebug;
  }

  public void setNcclDebug(@Nullable NcclDebug ncclDebug) {
    this.ncclDebug = ncclDebug;
  }

  public @Nullable NcclInspectorPreConf getNcclInspectorPreConf() {
    return ncclInspectorPreConf;
  }

  public void setNcclInspectorPreConf(@Nullable NcclInspectorPreConf ncclInspectorPreConf) {
    this.ncclInspectorPreConf = ncclInspectorPreConf;
  }

  public List<CustomPlugin> getCustomPlugins() {
    return customPlugins;
  }

  public void setCustomPlugins(List<CustomPlugin> customPlugins) {
    this.customPlugins = customPlugins;
  }
}
