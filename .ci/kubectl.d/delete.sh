# delete: by name, label, file, all; grace; the three propagation policies
k create serviceaccount default
k apply -f configmap.yaml -f deployment.yaml -f pod.yaml
k delete cm settings --dry-run=server
k delete cm settings
k delete cm settings
k delete cm settings --ignore-not-found
k delete deployment web --cascade=background
k apply -f deployment.yaml
new: k delete deployment web --cascade=foreground --wait=false
new: k get deployment web -o jsonpath='{.metadata.finalizers}{"\n"}'
new: k patch deployment web --type=merge -p '{"metadata":{"finalizers":null}}'
old: k delete deployment web
k apply -f deployment.yaml
k delete deployment web --cascade=orphan --wait=false
k get deployment web -o jsonpath='{.metadata.finalizers}{"\n"}'
k patch deployment web --type=merge -p '{"metadata":{"finalizers":null}}'
k get deployment web
k delete pod lone --now
k get pod lone
k apply -f pod.yaml
k delete pod lone --force --grace-period=0
k apply -f pod.yaml
k delete -f pod.yaml
k create configmap a
k create configmap b
k label cm a b group=x
k delete cm -l group=x
k create configmap c
k delete cm --all
k delete cm
k delete pods --all
k delete deployments.apps --field-selector metadata.name=web
k create -f configmap.yaml
k patch cm settings --type=merge -p '{"metadata":{"finalizers":["example.com/hold"]}}'
k delete cm settings --wait=false
k get cm settings -o jsonpath='{.metadata.finalizers} {.metadata.deletionGracePeriodSeconds}{"\n"}'
k delete cm settings --timeout=1s 2>&1 | grep -v informerwatcher
k patch cm settings --type=json -p '[{"op":"remove","path":"/metadata/finalizers"}]'
k get cm settings
k delete nonsense a
k delete --raw /api/v1/namespaces/$NS/configmaps/nothing
