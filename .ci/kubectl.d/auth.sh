# auth, tokens, certificates, cluster-info
k create serviceaccount robot
k auth can-i create pods
k auth can-i '*' '*'
k auth can-i list secrets --as=jane
k auth can-i list secrets --as=system:serviceaccount:$NS:robot -q
k create role reader --verb=get,list --resource=pods
k create rolebinding read --role=reader --serviceaccount=$NS:robot
k auth can-i list pods --as=system:serviceaccount:$NS:robot
k auth can-i list pods --as=system:serviceaccount:$NS:robot -n default
k auth can-i get /healthz --as=jane
k auth can-i get nonsense
k auth can-i --list --as=system:serviceaccount:$NS:robot | grep -vE '/api|/healthz|/livez|/readyz|/version|/openapi'
new: k auth whoami -o jsonpath='{.status.userInfo.groups}{"\n"}'
new: k auth whoami --as=jane --as-group=crew
k get pods --as=system:serviceaccount:$NS:robot
k get secrets --as=system:serviceaccount:$NS:robot
k get nodes --as=jane
k create configmap a --as=jane
k delete ns default --as=jane
new: k get pods --token="$(k create token robot)" --kubeconfig=/dev/null --server="$(k config view -o jsonpath='{.clusters[0].cluster.server}')" --insecure-skip-tls-verify
new: k get pods --token=nonsense --kubeconfig=/dev/null --server="$(k config view -o jsonpath='{.clusters[0].cluster.server}')" --insecure-skip-tls-verify
k apply -f csr.yaml
k get csr asks | grep -v CREATED | sed 's/[a-z-]*admin/<admin>/'
k certificate approve asks
k get csr asks -o jsonpath='{.status.conditions[0].type} {.status.conditions[0].reason}{"\n"}'
k certificate deny asks
k delete csr asks
k cluster-info
k top nodes
k top pods
