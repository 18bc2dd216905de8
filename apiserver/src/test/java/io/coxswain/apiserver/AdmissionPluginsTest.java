package io.coxswain.apiserver;

import static io.coxswain.apiserver.TestingServer.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

/** What the built-in plugins add to objects. */
final class AdmissionPluginsTest {
  private final TestingServer server = new TestingServer();

  private ObjectNode pod(String node) {
    return json(
        server.post(
            "/api/v1/namespaces/default/pods",
            "{'metadata':{'generateName':'p-','labels':{'topology.kubernetes.io/zone':'mine'}},"
                + "'spec':{'nodeName':'"
                + node
                + "','containers':[{'name':'c','image':'x'}]}}"));
  }

  @Test
  void copiesTopologyLabelsOfTheNodeToThePod() {
    server.post(
        "/api/v1/nodes",
        "{'metadata':{'name':'n','labels':{'topology.kubernetes.io/zone':'z',"
            + "'topology.kubernetes.io/region':'r','other':'o'}}}");

    ObjectNode there = pod("n");
    assertThat(there.at("/metadata/labels/topology.kubernetes.io~1region").asText()).isEqualTo("r");
    assertThat(there.at("/metadata/labels/topology.kubernetes.io~1zone").asText()).isEqualTo("z");
    assertThat(there.at("/metadata/labels")).hasSize(2);
    assertThat(pod("unknown").at("/metadata/labels").toString())
        .isEqualTo("{\"topology.kubernetes.io/zone\":\"mine\"}");
  }

  @Test
  void protectsAttributesClassesFromTheBeginning() {
    ObjectNode attributes =
        json(
            server.post(
                "/apis/storage.k8s.io/v1/volumeattributesclasses",
                "{'metadata':{'name':'gold'},'driverName':'d.example.com',"
                    + "'parameters':{'iops':'5'}}"));

    assertThat(attributes.at("/metadata/finalizers").toString())
        .isEqualTo("[\"kubernetes.io/vac-protection\"]");
  }
}
