package io.coxswain.real.fuzz;

import java.util.List;

/** Varies numbers in bodies: integers, floats, quantities, int-or-strings, times, durations. */
final class NumberGenerator implements RequestGenerator {
  /** A field and how to write a body around its value. */
  private record Place(String collection, String body) {}

  private static final List<String> NUMBERS =
      List.of(
          "0",
          "-0",
          "1",
          "-1",
          "1.0",
          "1.5",
          "1e0",
          "1e2",
          "1E2",
          "1e-1",
          "1.5e1",
          "2147483647",
          "2147483648",
          "-2147483649",
          "9223372036854775807",
          "9223372036854775808",
          "1e18",
          "1e19",
          "1e400",
          "-1e400",
          "0.1",
          "1e-400",
          "100000000000000000000000",
          "0.30000000000000004",
          "1.7976931348623157e308",
          "9007199254740993",
          "-0.0",
          "0e0",
          "true",
          "null",
          "\"\"",
          "\"1\"",
          "\"x\"",
          "[]",
          "{}",
          "01",
          "+1",
          ".5",
          "1.",
          "0x1",
          "NaN",
          "1_0",
          "65536",
          "80",
          "\"50%\"",
          "\"101%\"",
          "\"-5%\"",
          "\"5.5%\"");

  private static final List<String> QUANTITIES =
      List.of(
          "0",
          "1",
          "-1",
          "1.5",
          "1e3",
          "1E3",
          "\"1e3\"",
          "\"1E3\"",
          "\"1E\"",
          "\"1Gi\"",
          "\"1gi\"",
          "\"1GI\"",
          "\"1G\"",
          "\"1k\"",
          "\"1K\"",
          "\"1Ki\"",
          "\"100m\"",
          "\"100M\"",
          "\"0.1\"",
          "\".5\"",
          "\"5.\"",
          "\"+1\"",
          "\"-1\"",
          "\"-0\"",
          "\"00\"",
          "\"007\"",
          "\"1n\"",
          "\"1u\"",
          "\"0.5m\"",
          "\"0.0000000001\"",
          "\"1e-10\"",
          "\"1e100\"",
          "\"1e1000\"",
          "\"9223372036854775807\"",
          "\"9223372036854775808\"",
          "\"9Ei\"",
          "\"8Ei\"",
          "\"1000Ei\"",
          "\"1 Gi\"",
          "\" 1\"",
          "\"1 \"",
          "\"\"",
          "\"x\"",
          "\"1.2.3\"",
          "\"1e\"",
          "\"1e+3\"",
          "\"1e1.5\"",
          "\"0x1\"",
          "\"1_000\"",
          "\"1,5\"",
          "\"12345678901234567890123456789\"",
          "\"0.123456789123\"",
          "\"1.5Gi\"",
          "\"1.5m\"",
          "\"1Mi5\"",
          "\"é\"",
          "true",
          "null",
          "[]",
          "{}",
          "1e400",
          "9223372036854775808",
          "1.10",
          "\"1.10\"",
          "1e-3");

  private static final List<String> TIMES =
      List.of(
          "\"2026-01-01T00:00:00Z\"",
          "\"2026-01-01T00:00:00.5Z\"",
          "\"2026-01-01T00:00:00+01:00\"",
          "\"2026-01-01T00:00:00.123456789Z\"",
          "\"2026-01-01 00:00:00Z\"",
          "\"2026-01-01\"",
          "\"2026-13-01T00:00:00Z\"",
          "\"2026-02-30T00:00:00Z\"",
          "\"2026-01-01T24:00:00Z\"",
          "\"2026-01-01T00:00:60Z\"",
          "\"2026-01-01t00:00:00z\"",
          "\"0000-01-01T00:00:00Z\"",
          "\"0001-01-01T00:00:00Z\"",
          "\"9999-12-31T23:59:59Z\"",
          "\"10000-01-01T00:00:00Z\"",
          "\"2026-01-01T00:00:00\"",
          "\"2026-01-01T00:00:00.Z\"",
          "\"2026-01-01T0:00:00Z\"",
          "\"2026-01-01T00:00:00+24:00\"",
          "\"2026-01-01T00:00:00,5Z\"",
          "\"\"",
          "\"x\"",
          "0",
          "1.5",
          "true",
          "null",
          "[]",
          "{}",
          "\"é\"");

  private static final List<String> DURATIONS =
      List.of(
          "\"1s\"",
          "\"0\"",
          "\"1\"",
          "\"-1s\"",
          "\"1h1m\"",
          "\"1.5h\"",
          "\"1d\"",
          "\"\"",
          "\"x\"",
          "1",
          "\"1us\"",
          "\"1e3s\"",
          "\"99999999h\"",
          "\".5s\"",
          "\"1 s\"",
          "\"P1D\"",
          "null",
          "true");

  private static final String MAPS = "/api/v1/namespaces/fuzz/configmaps";
  private static final String PODS = "/api/v1/namespaces/fuzz/pods";

  private static Place pod(String spec) {
    return new Place(
        PODS,
        "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"new\"},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}],"
            + spec
            + "}}");
  }

  private static Place container(String fields) {
    return new Place(
        PODS,
        "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"new\"},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\","
            + fields
            + "}]}}");
  }

  private static Place deployment(String spec) {
    return new Place(
        "/apis/apps/v1/namespaces/fuzz/deployments",
        "{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"metadata\":{\"name\":\"new\"},\"spec\":{\"selector\":{\"matchLabels\":{\"a\":\"b\"}},\"template\":{\"metadata\":{\"labels\":{\"a\":\"b\"}},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}},"
            + spec
            + "}}");
  }

  private static Place widget(String spec) {
    return new Place(
        "/apis/fuzz.example.com/v1/namespaces/fuzz/widgets",
        "{\"apiVersion\":\"fuzz.example.com/v1\",\"kind\":\"Widget\",\"metadata\":{\"name\":\"new\"},\"spec\":{"
            + spec
            + "}}");
  }

  private static final List<Place> NUMBER_PLACES =
      List.of(
          pod("\"terminationGracePeriodSeconds\":@"),
          pod("\"priority\":@"),
          pod("\"activeDeadlineSeconds\":@"),
          container("\"ports\":[{\"containerPort\":@}]"),
          container("\"livenessProbe\":{\"httpGet\":{\"port\":@}}"),
          container("\"livenessProbe\":{\"tcpSocket\":{\"port\":80},\"periodSeconds\":@}"),
          deployment("\"replicas\":@"),
          deployment("\"strategy\":{\"rollingUpdate\":{\"maxSurge\":@}}"),
          deployment("\"revisionHistoryLimit\":@"),
          widget("\"replicas\":@"),
          widget("\"big\":@"),
          widget("\"plain\":@"),
          widget("\"ratio\":@"),
          widget("\"small\":@"),
          widget("\"any\":@"),
          new Place(
              MAPS,
              "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"new\",\"generation\":@}}"),
          new Place(
              MAPS,
              "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"new\"},\"data\":{\"a\":@}}"),
          new Place(
              "/apis/batch/v1/namespaces/fuzz/jobs",
              "{\"apiVersion\":\"batch/v1\",\"kind\":\"Job\",\"metadata\":{\"name\":\"new\"},\"spec\":{\"parallelism\":@,\"template\":{\"spec\":{\"restartPolicy\":\"Never\",\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}}}"),
          new Place(
              "/apis/policy/v1/namespaces/fuzz/poddisruptionbudgets",
              "{\"apiVersion\":\"policy/v1\",\"kind\":\"PodDisruptionBudget\",\"metadata\":{\"name\":\"new\"},\"spec\":{\"minAvailable\":@}}"));

  private static final List<Place> QUANTITY_PLACES =
      List.of(
          container("\"resources\":{\"limits\":{\"memory\":@}}"),
          container("\"resources\":{\"requests\":{\"cpu\":@}}"),
          container("\"resources\":{\"limits\":{\"example.com/gpu\":@}}"),
          container("\"resources\":{\"limits\":{\"ephemeral-storage\":@}}"),
          pod("\"volumes\":[{\"name\":\"v\",\"emptyDir\":{\"sizeLimit\":@}}]"),
          new Place(
              "/api/v1/namespaces/fuzz/persistentvolumeclaims",
              "{\"apiVersion\":\"v1\",\"kind\":\"PersistentVolumeClaim\",\"metadata\":{\"name\":\"new\"},\"spec\":{\"accessModes\":[\"ReadWriteOnce\"],\"resources\":{\"requests\":{\"storage\":@}}}}"),
          new Place(
              "/api/v1/namespaces/fuzz/resourcequotas",
              "{\"apiVersion\":\"v1\",\"kind\":\"ResourceQuota\",\"metadata\":{\"name\":\"new\"},\"spec\":{\"hard\":{\"pods\":@}}}"));

  private static final List<Place> TIME_PLACES =
      List.of(
          new Place(
              MAPS,
              "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"new\",\"creationTimestamp\":@}}"),
          new Place(
              "/apis/coordination.k8s.io/v1/namespaces/fuzz/leases",
              "{\"apiVersion\":\"coordination.k8s.io/v1\",\"kind\":\"Lease\",\"metadata\":{\"name\":\"new\"},\"spec\":{\"renewTime\":@}}"),
          new Place(
              "/api/v1/namespaces/fuzz/events",
              "{\"apiVersion\":\"v1\",\"kind\":\"Event\",\"metadata\":{\"name\":\"new\"},\"involvedObject\":{\"namespace\":\"fuzz\"},\"firstTimestamp\":@}"),
          widget("\"when\":@"));

  private static final List<Place> DURATION_PLACES = List.of(widget("\"wait\":@"));

  @Override
  public String name() {
    return "numbers";
  }

  @Override
  public int count() {
    return 700;
  }

  @Override
  public WireRequest next(Choice choice) {
    return switch (choice.below(20)) {
      case 0, 1, 2, 3, 4, 5, 6 -> create(choice.of(QUANTITY_PLACES), choice.of(QUANTITIES), choice);
      case 7, 8, 9 -> create(choice.of(TIME_PLACES), choice.of(TIMES), choice);
      case 10 -> create(choice.of(DURATION_PLACES), choice.of(DURATIONS), choice);
      default -> create(choice.of(NUMBER_PLACES), choice.of(NUMBERS), choice);
    };
  }

  private static WireRequest create(Place place, String value, Choice choice) {
    String query = "?dryRun=All&fieldValidation=" + choice.of(List.of("Strict", "Warn", "Ignore"));
    return WireRequest.of("POST", place.collection() + query)
        .body(
            choice.percent(85) ? "application/json" : "application/yaml",
            place.body().replace("@", value));
  }
}
