package io.coxswain.apiserver.discovery;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A group version that another server serves.
 *
 * @param resources the entries of its APIResourceList, as it last sent it
 * @param openApi the path of its OpenAPI v3 document, as its server lists it; empty if it lists
 *     none
 * @param current whether it serves them now
 */
public record ForeignApi(
    String group,
    String version,
    int groupPriority,
    int versionPriority,
    JsonNode resources,
    String openApi,
    boolean current) {}
