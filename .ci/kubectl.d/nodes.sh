# nodes: cordon, taint, drain, label
k create serviceaccount default
k apply -f node.yaml
k get nodes node-x
k cordon node-x
k cordon node-x
k get nodes node-x -o jsonpath='{.spec.unschedulable} {.spec.taints}{"\n"}' | sed 's/"timeAdded":"[^"]*"//'
k uncordon node-x
k uncordon node-x
k taint nodes node-x dedicated=crew:NoSchedule
k taint nodes node-x dedicated=crew:NoSchedule
k taint nodes node-x dedicated=other:NoSchedule --overwrite
k get node node-x -o jsonpath='{.spec.taints[?(@.key=="dedicated")]}{"\n"}'
k taint nodes node-x dedicated:NoSchedule-
k taint nodes node-x dedicated:NoSchedule-
k taint nodes node-x bad:Effect
k label node node-x rack=b --overwrite
sed 's/spec:/spec:\n  nodeName: node-x/; s/PeriodSeconds: 5/PeriodSeconds: 0/' pod.yaml | k apply -f -
k drain node-x
k drain node-x --force --timeout=20s
k get pods
k get node node-x
k describe node node-x | grep -vE 'CreationTimestamp|AcquireTime|RenewTime|Holder'
k logs lone
k logs two
k apply -f two.yaml
k logs two
k logs two -c nope
k logs two -c a
k exec two -c a -- ls
k exec lone -- ls
k attach two -c b
k delete node node-x
