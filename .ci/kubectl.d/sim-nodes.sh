# A drain that a budget holds up; a node that falls silent, with one kubectl alone
sed "s/NAME/a/" pool-node.yaml | sed "s/POOL/$NS/g" | k apply -f - | tail -1
sed "s/NAME/b/" pool-node.yaml | sed "s/POOL/$NS/g" | k apply -f - | tail -1
k cordon $NS-b
sed "s/POOL/$NS/" guarded.yaml | k apply -f -
k rollout status deployment/guarded --timeout=40s | tail -1
until_shows '^2$' k get pdb guarded -o jsonpath='{.status.currentHealthy}{"\n"}'
k get pdb guarded
k uncordon $NS-b
k drain $NS-a --timeout=2s 2>&1 | grep -oE 'Cannot evict pod as it would violate.*' | sort -u
k patch pdb guarded -p '{"spec":{"minAvailable":1}}'
until_shows '^1$' k get pdb guarded -o jsonpath='{.status.disruptionsAllowed}{"\n"}'
k drain $NS-a --timeout=40s 2>&1 | sed -E 's/guarded-[a-z0-9]+-[a-z0-9]+/<pod>/g' | grep -v 'error when evicting\|^evicting' | sort -u
until_shows '^2$' sh -c "'$KUBECTL' -n $NS get pods --no-headers -o wide | grep -c '1/1 .*$NS-b'"
k delete deployment guarded
k uncordon $NS-a
k cordon $NS-b
new: sed "s/POOL/$NS/" pinned.yaml | k apply -f -
new: k wait --for=condition=Ready pod/pinned --timeout=30s
new: k annotate node $NS-a coxswain.io/silent=true
new: END=80 until_shows 'NotReady' sh -c "'$KUBECTL' get node $NS-a --no-headers | awk '{print \$2}'"
new: until_shows 'unreachable' k get node $NS-a -o jsonpath='{range .spec.taints[*]}{.key}:{.effect}{"\n"}{end}'
new: until_shows 'Terminating' sh -c "'$KUBECTL' -n $NS get pod pinned --no-headers | awk '{print \$3}'"
new: k annotate node $NS-a coxswain.io/silent-
new: until_shows 'NotFound' k get pod pinned
new: until_shows '^Ready' sh -c "'$KUBECTL' get node $NS-a --no-headers | awk '{print \$2}'"
k delete node $NS-a $NS-b
