import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Helm charts, made of the kustomize bases: the same objects, with namespace, image, replicas and configuration file as
 * values. Bases that patch others have none, and namespaces are Helm's business (--create-namespace).
 */
final class Charts {
  private static final Pattern REPLICAS = Pattern.compile("(?m)^  replicas: (\\d+)$");
  private static final Pattern IMAGE = Pattern.compile("(?m)^( +)image: coxswain$");
  private static final Pattern PARTED_IMAGE = Pattern.compile("image: \\{repository: coxswain, tag: [0-9.]+}");

  private static final String REPOSITORY = "{{ .Values.image.repository }}";
  private static final String TAG = "{{ .Values.image.tag | default .Chart.AppVersion }}";

  private final String version;
  private final Instant time;

  Charts(String version, Instant time) {
    this.version = version;
    this.time = time;
  }

  List<Path> write(Path bases, Path output) throws IOException {
    var charts = new ArrayList<Path>();
    try (var folders = Files.list(bases)) {
      for (Path base : folders.filter(f -> Files.exists(f.resolve("kustomization.yaml"))).sorted().toList()) {
        JsonNode kustomization = new YAMLMapper().readTree(base.resolve("kustomization.yaml").toFile());
        if (!kustomization.has("patches")) {
          charts.add(write(base, kustomization, output));
        }
      }
    }
    return charts;
  }

  private Path write(Path base, JsonNode kustomization, Path output) throws IOException {
    String name = "coxswain-" + base.getFileName();
    String namespace = kustomization.get("namespace").asText();
    var values = new LinkedHashMap<String, String>();
    var chart = new Tar(time);
    for (JsonNode resource : kustomization.get("resources")) {
      String text = Files.readString(base.resolve(resource.asText()));
      switch (resource.asText()) {
        case "namespace.yaml" -> {}
        case "crd.yaml" -> chart.file(name + "/crds/crd.yaml", 0644, text);
        default -> chart.file(name + "/templates/" + resource.asText(), 0644, template(text, namespace, values));
      }
    }
    JsonNode labels = kustomization.at("/generatorOptions/labels");
    for (JsonNode generator : kustomization.path("configMapGenerator")) {
      String map = generator.get("name").asText();
      List<String> files = new ArrayList<>();
      generator.get("files").forEach(file -> files.add(file.asText()));
      if (files.equals(List.of("config.yaml"))) {
        chart.file(name + "/templates/configuration.yaml", 0644, configuration(map));
        values.put("config", "|\n" + Files.readString(base.resolve("config.yaml")).indent(2).stripTrailing());
      } else {
        for (String file : files) {
          chart.file(name + "/" + file, base.resolve(file));
        }
        chart.file(name + "/templates/" + map + ".yaml", 0644, configMap(map, labels, files));
      }
    }
    chart.file(name + "/Chart.yaml", 0644, about(name, base.getFileName().toString()));
    chart.file(name + "/values.yaml", 0644, text(values));
    chart.file(name + "/LICENSE", Path.of("LICENSE"));
    Path target = output.resolve(name + "-" + version + ".tgz");
    try (OutputStream out = Files.newOutputStream(target)) {
      chart.writeCompressed(out);
    }
    return target;
  }

  private String about(String name, String base) {
    return """
        apiVersion: v2
        name: %s
        description: The objects of deploy/%s as a chart
        type: application
        version: %s
        appVersion: %s
        """
        .formatted(name, base, version, version);
  }

  /** Braces that belong to the manifest, such as those in the texts of alerts, are written for Helm to print them. */
  private static String template(String text, String namespace, Map<String, String> values) {
    String literal = text.replaceAll("\\{\\{|}}", "{{ \"$0\" }}");
    String template =
        literal.replaceAll("(?m)^( +(?:- )?)namespace: " + namespace + "$", "$1namespace: {{ .Release.Namespace }}");
    if (IMAGE.matcher(template).find() || PARTED_IMAGE.matcher(template).find()) {
      values.put("image", "\n  repository: coxswain\n  # The version of the chart, if empty.\n  tag: \"\"");
    }
    template = IMAGE.matcher(template).replaceAll("$1image: \"" + REPOSITORY + ":" + TAG + "\"");
    template =
        PARTED_IMAGE
            .matcher(template)
            .replaceAll("image: {repository: \"" + REPOSITORY + "\", tag: \"" + TAG + "\"}");
    var replicas = REPLICAS.matcher(template);
    if (replicas.find()) {
      values.put("replicas", replicas.group(1));
      template = replicas.replaceAll("  replicas: {{ .Values.replicas }}");
    }
    return template;
  }

  /** A ConfigMap of files of the chart, which Helm does not read as templates. */
  private static String configMap(String name, JsonNode labels, List<String> files) {
    var text = new StringBuilder("apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: " + name + "\n");
    text.append("  namespace: {{ .Release.Namespace }}\n  labels: " + labels + "\ndata:\n");
    for (String file : files) {
      text.append("  " + Path.of(file).getFileName() + ": |-\n{{ .Files.Get \"" + file + "\" | indent 4 }}\n");
    }
    return text.toString();
  }

  private static String configuration(String name) {
    return """
        apiVersion: v1
        kind: ConfigMap
        metadata:
          name: %s
          namespace: {{ .Release.Namespace }}
        data:
          config.yaml: |
        {{ .Values.config | indent 4 }}
        """
        .formatted(name);
  }

  private static String text(Map<String, String> values) {
    var text = new StringBuilder();
    values.forEach((name, value) -> text.append(name + ":" + (value.startsWith("\n") ? "" : " ") + value + "\n"));
    return text.toString();
  }
}
