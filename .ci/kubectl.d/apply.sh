# apply, client and server side; diff; replace; edit
k apply -f configmap.yaml
k apply -f configmap.yaml
k diff -f configmap.yaml
k diff -f configmap2.yaml 2>&1 | grep '^[-+] ' | grep -v 'time:'
k apply -f configmap2.yaml
k get cm settings -o jsonpath='{.data}{"\n"}'
k get cm settings -o jsonpath='{.metadata.annotations.kubectl\.kubernetes\.io/last-applied-configuration}'
k apply -f configmap.yaml --dry-run=server
k apply -f configmap.yaml --dry-run=server -o jsonpath='{.data.colour}{"\n"}'
k apply -f configmap.yaml --dry-run=client
k apply view-last-applied cm/settings
k apply -f configmap.yaml --server-side
k apply -f configmap.yaml --server-side
new: k get cm settings -o yaml --show-managed-fields | grep -E 'manager|operation|f:'
k patch cm settings --type merge -p '{"data":{"colour":"green"}}' --field-manager=painter
k apply -f configmap.yaml --server-side
k apply -f configmap.yaml --server-side --force-conflicts
k get cm settings -o jsonpath='{.data.colour}{"\n"}'
k apply -f deployment.yaml --server-side
k apply -f deployment.yaml --server-side --field-manager=other
k apply -f deployment.yaml
k diff -f deployment.yaml
sed 's/nginx:1.25/nginx:1.26/' deployment.yaml | k apply -f -
k get deployment web -o jsonpath='{.spec.template.spec.containers[*].image}{"\n"}{.metadata.generation}{"\n"}'
k get deployment web -o jsonpath='{.spec.template.spec.containers[0].resources}{"\n"}'
sed 's/nginx:1.25/nginx:1.27/' deployment.yaml | k diff -f - 2>&1 | grep '^[-+] ' | grep -v 'time:'
k apply -f pod.yaml
k apply -f invalid.yaml
k apply -f unknown-field.yaml
new: k apply -f unknown-field.yaml --validate=warn
new: k apply -f unknown-field.yaml --validate=ignore --dry-run=server
old: k apply -f unknown-field.yaml --validate=false
echo 'this: [is not' | k apply -f -
echo '{"apiVersion":"v1","kind":"Nothing","metadata":{"name":"a"}}' | k apply -f -
echo '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"n":1}}' | k apply -f -
printf '%s\n---\n%s\n' "$(cat configmap.yaml)" "$(sed s/settings/other/ configmap.yaml)" | k apply -f -
printf '%s\n' "$(cat configmap.yaml)" | k apply -l tier=a --prune -f -
k get cm -l tier=a -o name
# replace and edit
k replace -f configmap2.yaml
k get cm settings -o jsonpath='{.data}{"\n"}'
k replace --force -f configmap.yaml
sed s/Boat/Ship/ boat.yaml | k replace -f -
sed s/settings/missing/ configmap.yaml | k replace -f -
EDITOR='sed -i s/big/small/' k edit cm settings
k get cm settings -o jsonpath='{.data.size}{"\n"}'
EDITOR=true k edit cm settings
EDITOR='sed -i s/replicas:.2/replicas:\ 3/' k edit deployment web
k get deployment web -o jsonpath='{.spec.replicas}{"\n"}'
EDITOR='sed -i s/replicas:.3/replicas:\ -3/' k edit deployment web 2>&1 | grep -v tmp
k apply set-last-applied -f configmap2.yaml
k get cm settings -o jsonpath='{.metadata.annotations}{"\n"}'
