# StatefulSets with claims; DaemonSets as nodes come and go
k apply -f sts.yaml
k rollout status statefulset/db --timeout=50s | tail -1
k get statefulset db
k get pods -l app=db -o jsonpath='{range .items[*]}{.metadata.name} {.status.phase}{"\n"}{end}'
k get pvc -o jsonpath='{range .items[*]}{.metadata.name} {.status.phase} {.spec.storageClassName}{"\n"}{end}'
k get endpointslices -l kubernetes.io/service-name=db -o jsonpath='{range .items[*].endpoints[*]}{.hostname}{"\n"}{end}' | sort
k scale statefulset db --replicas=1
until_shows '^1$' k get statefulset db -o jsonpath='{.status.replicas}{"\n"}'
k delete statefulset db
k delete pvc --all
until_shows 'No resources' k get pvc
sed "s/POOL/$NS/" pool.yaml | k apply -f -
sed "s/NAME/a/" pool-node.yaml | sed "s/POOL/$NS/g" | k apply -f - 2>&1 | tail -1
until_shows '1 1$' k get ds agent -o jsonpath='{.status.desiredNumberScheduled} {.status.numberReady}{"\n"}'
sed "s/NAME/b/" pool-node.yaml | sed "s/POOL/$NS/g" | k apply -f - 2>&1 | tail -1
until_shows '2 2$' k get ds agent -o jsonpath='{.status.desiredNumberScheduled} {.status.numberReady}{"\n"}'
k delete node $NS-b
new: END=100 until_shows '1 1$' k get ds agent -o jsonpath='{.status.desiredNumberScheduled} {.status.numberReady}{"\n"}'
k taint nodes $NS-a maintenance=yes:NoExecute
until_shows 'No resources' k get pods -l app=agent --field-selector spec.nodeName=$NS-a
k delete ds agent
k delete node $NS-a
