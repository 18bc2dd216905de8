# explain, api-resources, api-versions, validation by schema. Descriptions and enumerations of built-in kinds are not served.
k api-versions | grep -vE 'alpha|beta|harbour'
k api-resources --api-group=apps
k api-resources --api-group=batch -o wide
k api-resources --namespaced=false -o name | grep -vE 'boats|harbour'
k api-resources --namespaced=true --no-headers -o name | sort | grep -vE 'boats|harbour'
k api-resources --verbs=list,delete --api-group=policy
k explain pods | grep -vE 'http' | grep -E '^(KIND|VERSION|GROUP)'
k explain pod.spec.containers | grep -E '^(KIND|VERSION|FIELD|RESOURCE)'
k explain pod.spec.containers --recursive | sed -n '/FIELDS/,$p' | grep -v 'enum:'
k explain deployment.spec.strategy --recursive | grep -E '^(KIND|VERSION|FIELD|RESOURCE| )' | grep '<' | grep -v '<empty>'
k explain cronjob.spec.schedule | grep -E '^(KIND|VERSION|FIELD|RESOURCE)'
k explain service.spec.ports.targetPort | grep -E '^(KIND|VERSION|FIELD|RESOURCE)'
k explain nonsense
k explain pods.nothing
k explain jobs --api-version=batch/v1 | grep -E '^(KIND|VERSION|GROUP)'
new: k explain deployments --output=plaintext-openapiv2 | grep -E '^(KIND|VERSION)'
k apply --dry-run=client -f unknown-field.yaml --validate=true
k create --dry-run=client -f configmap.yaml -o name
