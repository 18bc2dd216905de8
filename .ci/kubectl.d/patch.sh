# patch, label, annotate
k create serviceaccount default
k apply -f deployment.yaml -f configmap.yaml
k patch deployment web -p '{"spec":{"template":{"spec":{"containers":[{"name":"nginx","image":"nginx:2"}]}}}}'
k get deployment web -o jsonpath='{.spec.template.spec.containers[*].image}{"\n"}'
k patch deployment web -p '{"spec":{"template":{"spec":{"containers":[{"name":"sidecar","$patch":"delete"}]}}}}'
k get deployment web -o jsonpath='{.spec.template.spec.containers[*].name}{"\n"}'
k patch deployment web --type merge -p '{"spec":{"replicas":5}}'
k patch deployment web --type json -p '[{"op":"replace","path":"/spec/replicas","value":4},{"op":"add","path":"/metadata/labels/new","value":"yes"}]'
k get deployment web -o jsonpath='{.spec.replicas} {.metadata.labels}{"\n"}'
k patch deployment web --type merge -p '{"spec":{"replicas":5}}' --dry-run=server
k get deployment web -o jsonpath='{.spec.replicas}{"\n"}'
k patch deployment web --type json -p '[{"op":"test","path":"/spec/replicas","value":9}]'
k patch deployment web --type json -p '[{"op":"remove","path":"/spec/nothing"}]'
k patch deployment web --type merge -p '{"spec":{"replicas":"many"}}' 2>&1 | sed 's/"{.*}"/<object>/'
k patch deployment web --type merge -p '{"spec":{"selector":{"matchLabels":{"app":"other"}}}}'
k patch deployment web -p '{bad'
k patch deployment missing -p '{}'
k patch cm settings -p '{"data":{"size":null}}'
k patch cm settings -p '{"data":{"colour":"red"}}'
new: k patch deployment web --subresource=scale --type=merge -p '{"spec":{"replicas":1}}'
new: k patch deployment web --subresource=status --type=merge -p '{"status":{"replicas":7}}'
new: k get deployment web -o jsonpath='{.spec.replicas} {.status.replicas}{"\n"}'
k patch -f deployment.yaml -p '{"metadata":{"annotations":{"note":"x"}}}'
k label cm settings mood=happy
k label cm settings mood=happy
k label cm settings mood=sad
k label cm settings mood=sad --overwrite
k label cm settings mood-
k label cm settings mood-
k label cm --all batch=1
k label cm -l batch=1 batch=2 --overwrite
k label cm settings 'bad key=1'
k label cm settings --list | sort
k label cm missing a=b
k annotate cm settings note=hello
k annotate cm settings note=bye
k annotate cm settings note=bye --overwrite
k annotate cm settings note-
k annotate cm settings note=x --resource-version=1
