package io.coxswain.real.differential;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.env.ApiRequest;
import io.coxswain.real.differential.Samples.Sample;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked about an object of any kind, in the order of its life. */
final class KindRequests {
  private static final String TABLE = "application/json;as=Table;g=meta.k8s.io;v=v1";
  private static final String METADATA =
      "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1";
  private static final String METADATA_LIST =
      "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";

  private final Conversation talk;
  private final String collection;
  private final String object;
  private final ObjectNode body;

  KindRequests(Conversation talk, String namespace, Sample sample) {
    this.talk = talk;
    this.body = sample.body().deepCopy();
    this.body.withObject("/metadata").withObject("/labels").put("diff", "yes");
    this.collection = sample.collection(namespace);
    this.object = collection + "/" + body.path("metadata").path("name").asText();
  }

  void ask() throws IOException {
    create();
    read();
    list();
    replace();
    patch();
    apply();
    subresources();
    delete();
  }

  private static ApiRequest json(String method, String path, JsonNode body) {
    return ApiRequest.of(method, path).body("application/json", Json.bytes(body));
  }

  private static ApiRequest patch(String path, String type, String patch) {
    return ApiRequest.of("PATCH", path)
        .body("application/" + type, patch.getBytes(StandardCharsets.UTF_8));
  }

  private void create() throws IOException {
    talk.ask("create as a dry run", json("POST", collection, body).with("dryRun", "All"));
    talk.ask("create", json("POST", collection, body));
    talk.ask("create again", json("POST", collection, body));
    ObjectNode unknown = body.deepCopy().put("bogus", true);
    talk.ask(
        "create with an unknown field, strict",
        json("POST", collection, unknown).with("dryRun", "All").with("fieldValidation", "Strict"));
    talk.ask(
        "create with an unknown field, warning",
        json("POST", collection, unknown).with("dryRun", "All").with("fieldValidation", "Warn"));
    ObjectNode generated = body.deepCopy();
    ((ObjectNode) generated.path("metadata")).remove("name");
    talk.ask("create without a name", json("POST", collection, generated));
    ObjectNode wrong = body.deepCopy().put("kind", "Wrong");
    talk.ask("create of a wrong kind", json("POST", collection, wrong));
    talk.ask(
        "create from broken JSON",
        ApiRequest.of("POST", collection)
            .body("application/json", "{\"kind\":".getBytes(StandardCharsets.UTF_8)));
  }

  private void read() throws IOException {
    talk.ask("get", ApiRequest.get(object));
    talk.ask("get as YAML", ApiRequest.get(object).header("accept", "application/yaml"));
    talk.ask("get as a table", ApiRequest.get(object).header("accept", TABLE));
    talk.ask("get metadata", ApiRequest.get(object).header("accept", METADATA));
    talk.ask("get what is not there", ApiRequest.get(collection + "/missing"));
    talk.ask("get of no type", ApiRequest.get(object).header("accept", "text/html"));
  }

  private void list() throws IOException {
    ApiRequest list = ApiRequest.get(collection).with("labelSelector", "diff=yes");
    talk.ask("list", list);
    talk.ask("list as a table", list.header("accept", TABLE));
    talk.ask("list metadata", list.header("accept", METADATA_LIST));
    talk.ask(
        "list a table of whole objects",
        list.with("includeObject", "Object").header("accept", TABLE));
    talk.ask(
        "list by a set", ApiRequest.get(collection).with("labelSelector", "diff in (no, yes)"));
    talk.ask("list nothing", ApiRequest.get(collection).with("labelSelector", "diff=no"));
    talk.ask("list by a bad selector", ApiRequest.get(collection).with("labelSelector", "a b"));
    String name = body.path("metadata").path("name").asText();
    talk.ask(
        "list by name", ApiRequest.get(collection).with("fieldSelector", "metadata.name=" + name));
    talk.ask(
        "list by a field that cannot be selected",
        ApiRequest.get(collection).with("fieldSelector", "spec.bogus=1"));
    talk.ask("list of another time", list.with("resourceVersion", "999999999"));
    talk.ask("list of no time", list.with("resourceVersionMatch", "Exact"));
    talk.ask("list with a bad limit", list.with("limit", "x"));
    talk.ask("list with a bad token", list.with("limit", "1").with("continue", "bad"));
  }

  private void replace() throws IOException {
    talk.ask("replace by the same", side -> put(side, "get", null, null));
    talk.ask("replace an old version", side -> put(side, "get", "resourceVersion", "1"));
    talk.ask(
        "replace another object",
        side -> write(side, "get", "uid", "00000000-0000-0000-0000-000000000000"));
    talk.ask("replace under another name", side -> put(side, "get", "name", "other"));
    talk.ask("replace without a version", side -> put(side, "get", "resourceVersion", ""));
  }

  private @Nullable ApiRequest put(
      Side side, String label, @Nullable String field, @Nullable String value) {
    ApiRequest write = write(side, label, field, value);
    return write == null ? null : write.with("dryRun", "All");
  }

  private @Nullable ApiRequest write(
      Side side, String label, @Nullable String field, @Nullable String value) {
    if (!(side.answer(label) instanceof ObjectNode answer) || !answer.has("metadata")) {
      return null;
    }
    ObjectNode changed = answer.deepCopy();
    if (field != null) {
      changed.withObject("/metadata").put(field, value);
    }
    return json("PUT", object, changed);
  }

  private void patch() throws IOException {
    talk.ask(
        "merge a label",
        patch(object, "merge-patch+json", "{\"metadata\":{\"labels\":{\"m\":\"1\"}}}"));
    talk.ask(
        "merge nothing",
        patch(object, "merge-patch+json", "{\"metadata\":{\"labels\":{\"m\":\"1\"}}}"));
    talk.ask(
        "merge a bad label",
        patch(object, "merge-patch+json", "{\"metadata\":{\"labels\":{\"m\":\"a b\"}}}"));
    talk.ask("merge no object", patch(object, "merge-patch+json", "[1]"));
    talk.ask(
        "merge strategically",
        patch(
            object,
            "strategic-merge-patch+json",
            "{\"metadata\":{\"annotations\":{\"s\":\"1\"},\"finalizers\":[\"example.com/x\"]}}"));
    talk.ask(
        "take away strategically",
        patch(
            object,
            "strategic-merge-patch+json",
            "{\"metadata\":{\"$deleteFromPrimitiveList/finalizers\":[\"example.com/x\"]}}"));
    talk.ask(
        "a JSON patch",
        patch(
            object,
            "json-patch+json",
            "[{\"op\":\"test\",\"path\":\"/metadata/labels/m\",\"value\":\"1\"},"
                + "{\"op\":\"replace\",\"path\":\"/metadata/labels/m\",\"value\":\"2\"}]"));
    talk.ask(
        "a JSON patch whose test fails",
        patch(
            object,
            "json-patch+json",
            "[{\"op\":\"test\",\"path\":\"/metadata/labels/m\",\"value\":\"9\"}]"));
    talk.ask(
        "a JSON patch of what is missing",
        patch(object, "json-patch+json", "[{\"op\":\"remove\",\"path\":\"/metadata/labels/zz\"}]"));
    talk.ask("a JSON patch that is none", patch(object, "json-patch+json", "{\"a\":1}"));
    talk.ask("a patch of no type", patch(object, "bogus-patch+json", "{}"));
    talk.ask(
        "a patch of an old version",
        patch(object, "merge-patch+json", "{\"metadata\":{\"resourceVersion\":\"1\"}}"));
    talk.ask(
        "a patch of the name",
        patch(object, "merge-patch+json", "{\"metadata\":{\"name\":\"other\"}}"));
    talk.ask(
        "a patch of what is not there",
        patch(
            collection + "/missing",
            "merge-patch+json",
            "{\"metadata\":{\"labels\":{\"m\":\"1\"}}}"));
  }

  private ApiRequest applied(String manager, String label) {
    ObjectNode intent = Json.MAPPER.createObjectNode();
    intent.set("apiVersion", body.path("apiVersion"));
    intent.set("kind", body.path("kind"));
    ObjectNode metadata = intent.putObject("metadata");
    metadata.set("name", body.path("metadata").path("name"));
    metadata.putObject("labels").put("owned", label);
    return patch(object, "apply-patch+yaml", intent.toString()).with("fieldManager", manager);
  }

  private void apply() throws IOException {
    talk.ask("apply", applied("a", "1"));
    talk.ask("apply again", applied("a", "1"));
    talk.ask("apply against another", applied("b", "2"));
    talk.ask(
        "apply by force, as a dry run",
        applied("b", "2").with("force", "true").with("dryRun", "All"));
    talk.ask("apply by force", applied("b", "2").with("force", "true"));
    ApiRequest nobody = applied("c", "3");
    talk.ask(
        "apply by nobody",
        new ApiRequest(
            "PATCH", nobody.path(), java.util.List.of(), nobody.headers(), nobody.body()));
    talk.ask(
        "apply broken YAML", patch(object, "apply-patch+yaml", "a: [").with("fieldManager", "a"));
    talk.ask("get what was applied", ApiRequest.get(object));
  }

  private void subresources() throws IOException {
    for (String name : new String[] {"status", "scale", "bogus"}) {
      talk.ask("get " + name, ApiRequest.get(object + "/" + name));
      talk.ask(
          "patch " + name,
          patch(
              object + "/" + name,
              "merge-patch+json",
              "{\"metadata\":{\"annotations\":{\"sub\":\"1\"}},\"spec\":{\"replicas\":2}}"));
    }
    talk.ask("get after subresources", ApiRequest.get(object));
  }

  private void delete() throws IOException {
    talk.ask(
        "delete another",
        json(
            "DELETE",
            object,
            Json.MAPPER
                .createObjectNode()
                .set(
                    "preconditions",
                    Json.MAPPER
                        .createObjectNode()
                        .put("uid", "00000000-0000-0000-0000-000000000000"))));
    talk.ask("delete as a dry run", ApiRequest.of("DELETE", object).with("dryRun", "All"));
    talk.ask(
        "delete in a bad way", ApiRequest.of("DELETE", object).with("propagationPolicy", "Bogus"));
    talk.ask("delete", ApiRequest.of("DELETE", object).with("propagationPolicy", "Background"));
    talk.ask("get after the end", ApiRequest.get(object));
    talk.ask("delete again", ApiRequest.of("DELETE", object));
    talk.ask(
        "delete all",
        ApiRequest.of("DELETE", collection)
            .with("labelSelector", "diff=yes")
            .with("gracePeriodSeconds", "0"));
    talk.ask("list after the end", ApiRequest.get(collection).with("labelSelector", "diff=yes"));
  }
}
