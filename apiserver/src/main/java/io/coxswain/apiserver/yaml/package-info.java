/**
 * Reads YAML as kube-apiserver does, which is YAML 1.1 with the rules of Go's decoder: {@code y}
 * and {@code no} are booleans, {@code 010} is 8, keys become strings, the last of several equal
 * keys counts. {@link io.coxswain.apiserver.yaml.GoYaml} gives a JSON tree with sorted keys, as Go
 * writes its maps, and says which keys came twice; what cannot be read is a {@link
 * io.coxswain.apiserver.yaml.YamlException} in the words of Go's decoder.
 *
 * <p>Only the first document counts. Aliases may not make a document grow without bounds. Parsing
 * itself is SnakeYAML's; the rules for scalars and the messages are here.
 */
@NullMarked
package io.coxswain.apiserver.yaml;

import org.jspecify.annotations.NullMarked;
