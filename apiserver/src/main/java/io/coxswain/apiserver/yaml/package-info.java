/**
 * Parses YAML like kube-apiserver, which is YAML 1.1 with the rules of Go's decoder: {@code y} and
 * {@code no} are booleans, {@code 010} is 8, keys become strings, the last of several equal keys
 * counts. {@link io.coxswain.apiserver.yaml.GoYaml} yields a JSON tree with sorted keys, as Go
 * writes its maps, and reports duplicate keys; a text that cannot be parsed is a {@link
 * io.coxswain.apiserver.yaml.YamlException} in the words of Go's decoder.
 *
 * <p>Only the first document counts. Aliases cannot make a document grow without bounds. SnakeYAML
 * parses; the rules for scalars and the messages are here.
 */
@NullMarked
package io.coxswain.apiserver.yaml;

import org.jspecify.annotations.NullMarked;
