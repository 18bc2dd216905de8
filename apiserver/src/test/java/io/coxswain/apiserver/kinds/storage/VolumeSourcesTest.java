package io.coxswain.apiserver.kinds.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.FieldError;
import io.coxswain.api.Json;
import io.coxswain.apiserver.rules.Field;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is reported about the source of a PersistentVolume, and under which field. */
final class VolumeSourcesTest {

  private static List<String> problems(String spec, String volume) {
    List<FieldError> errors = new ArrayList<>();
    var tree = Json.tree(spec.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    VolumeSources.check(Field.of(tree, "spec", errors), volume);
    return errors.stream().map(e -> e.reason() + " " + e.field() + ": " + e.message()).toList();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {}                                                        | FieldValueRequired spec: Required value: must specify a volume type
          {'gcePersistentDisk': {'pdName': 'd', 'partition': 256}}  | FieldValueInvalid spec.persistentDisk.partition: Invalid value: 256: must be between 1 and 255, inclusive
          {'gcePersistentDisk': {}}                                 | FieldValueRequired spec.persistentDisk.pdName: Required value
          {'awsElasticBlockStore': {'volumeID': 'v', 'partition': -1}} | FieldValueInvalid spec.awsElasticBlockStore.partition: Invalid value: -1: must be between 1 and 255, inclusive
          {'glusterfs': {'endpoints': 'e', 'path': 'p', 'endpointsNamespace': ''}} | FieldValueInvalid spec.glusterfs.endpointsNamespace: Invalid value: "": if the endpointnamespace is set, it must be a valid namespace name
          {'flocker': {}}                                           | FieldValueRequired spec.flocker: Required value: one of datasetName and datasetUUID is required
          {'flocker': {'datasetName': 'a', 'datasetUUID': 'b'}}     | FieldValueInvalid spec.flocker: Invalid value: "resource": datasetName and datasetUUID can not be specified simultaneously
          {'flocker': {'datasetName': 'a/b'}}                       | FieldValueInvalid spec.flocker.datasetName: Invalid value: "a/b": must not contain '/'
          {'nfs': {'server': 's', 'path': 'p'}}                     | FieldValueInvalid spec.nfs.path: Invalid value: "p": must be an absolute path
          {'quobyte': {'registry': 'host', 'volume': 'v'}}          | FieldValueInvalid spec.quobyte.registry: Invalid value: "host": must be a host:port pair or multiple pairs separated by commas
          {'cephfs': {}}                                            | FieldValueRequired spec.cephfs.monitors: Required value
          {'cinder': {'volumeID': 'v', 'secretRef': {'name': 's'}}} | FieldValueRequired spec.cinder.secretRef.namespace: Required value
          {'fc': {}}                                                | FieldValueRequired spec.fc.targetWWNs: Required value: must specify either targetWWNs or wwids, but not both
          {'fc': {'targetWWNs': ['w']}}                             | FieldValueRequired spec.fc.lun: Required value: lun is required if targetWWNs is specified
          {'fc': {'targetWWNs': ['w'], 'lun': 256}}                 | FieldValueInvalid spec.fc.lun: Invalid value: 256: must be between 0 and 255, inclusive
          {'flexVolume': {'driver': 'd', 'options': {'x.k8s.io/a': 'b'}}} | FieldValueInvalid spec.flexVolume.options[x.k8s.io/a]: Invalid value: "x.k8s.io/a": kubernetes.io and k8s.io namespaces are reserved
          {'azureFile': {'secretName': 's', 'shareName': 'n', 'secretNamespace': ''}} | FieldValueRequired spec.azureFile.secretNamespace: Required value
          {'azureDisk': {'diskName': 'd', 'diskURI': 'u', 'kind': 'Shared'}} | FieldValueNotSupported spec.azureDisk.diskURI: Unsupported value: "u": supported values: "https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd"
          {'azureDisk': {'diskName': 'd', 'diskURI': 'https://u', 'cachingMode': 'All'}} | FieldValueNotSupported spec.azureDisk.cachingMode: Unsupported value: "All": supported values: "None", "ReadOnly", "ReadWrite"
          {'storageos': {'volumeName': 'V'}}                        | FieldValueInvalid spec.storageos.volumeName: Invalid value: "V": a lowercase RFC 1123 label must consist of
          {'storageos': {'volumeName': 'v', 'secretRef': {'namespace': 'n'}}} | FieldValueRequired spec.storageos.secretRef.name: Required value
          {'iscsi': {'iqn': 'iqn.2015-02.example.com:t'}}           | FieldValueRequired spec.iscsi.targetPortal: Required value
          {'iscsi': {'targetPortal': 'p', 'iqn': 'abc'}}            | FieldValueInvalid spec.iscsi.iqn: Invalid value: "abc": must be valid format
          {'iscsi': {'targetPortal': 'p', 'iqn': 'eui.0123456789ABCDEF', 'lun': 256}} | FieldValueInvalid spec.iscsi.lun: Invalid value: 256: must be between 0 and 255, inclusive
          {'iscsi': {'targetPortal': 'p', 'iqn': 'eui.0123456789ABCDEF', 'chapAuthSession': true}} | FieldValueRequired spec.iscsi.secretRef: Required value
          {'iscsi': {'targetPortal': 'p', 'iqn': 'eui.0123456789ABCDEF', 'secretRef': {}}} | FieldValueRequired spec.iscsi.secretRef.name: Required value
          {'iscsi': {'targetPortal': 'p', 'iqn': 'eui.0123456789ABCDEF', 'initiatorName': 'x'}} | FieldValueInvalid spec.iscsi.initiatorname: Invalid value: "x": must be valid format
          {'local': {'path': 'p'}}                                  | FieldValueRequired spec.nodeAffinity: Required value: Local volume requires node affinity
          {'nfs': {'server': 's', 'path': '/'}, 'cephfs': {'monitors': ['m']}} | FieldValueForbidden spec.cephFS: Forbidden: may not specify more than 1 volume type
          """)
  void reportsOneProblem(String spec, String problem) {
    List<String> problems = problems(spec, "pv");

    assertThat(problems).hasSize(1);
    assertThat(problems.getFirst()).startsWith(problem);
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {
        "{'gcePersistentDisk': {'pdName': 'd', 'partition': 255}}",
        "{'glusterfs': {'endpoints': 'e', 'path': 'p', 'endpointsNamespace': 'n'}}",
        "{'flocker': {'datasetUUID': 'u'}}",
        "{'quobyte': {'registry': 'a:1,b:2', 'volume': 'v'}}",
        "{'cinder': {'volumeID': 'v', 'secretRef': {'name': 's', 'namespace': 'n'}}}",
        "{'fc': {'wwids': ['w']}}",
        "{'azureFile': {'secretName': 's', 'shareName': 'n', 'secretNamespace': 'm'}}",
        "{'azureDisk': {'diskName': 'd', 'diskURI': '/subscriptions/x', 'kind': 'Managed'}}",
        "{'storageos': {'volumeName': 'v', 'volumeNamespace': 'n'}}",
        "{'iscsi': {'targetPortal': 'p', 'iqn': 'iqn.2015-02.example.com:t', 'lun': 255}}",
      })
  void acceptsAValidSource(String spec) {
    assertThat(problems(spec, "pv")).isEmpty();
  }

  @ParameterizedTest(name = "a volume name of {0} characters")
  @CsvSource({"62, 0", "63, 1"})
  void boundsVolumeNameAndPortalTogether(int length, int problems) {
    List<String> found =
        problems(
            "{'iscsi': {'targetPortal': 'p', 'iqn': 'eui.0123456789ABCDEF', 'initiatorName':"
                + " 'eui.0123456789ABCDEF'}}",
            "v".repeat(length));

    assertThat(found).hasSize(problems);
    assertThat(found)
        .allMatch(
            problem ->
                problem.equals(
                    "FieldValueInvalid spec.iscsi.targetportal: Invalid value: \"p\": Total length"
                        + " of <volume name>:<iscsi.targetPortal> must be under 64 characters if"
                        + " iscsi.initiatorName is specified."));
  }
}
