# custom resources
k apply -f crd.yaml
k wait --for=condition=Established crd/boats.harbour.example --timeout=20s
k get crd boats.harbour.example -o jsonpath='{.status.acceptedNames} {.status.storedVersions}{"\n"}'
k api-resources --api-group=harbour.example
until_shows created k apply -f boat.yaml
k apply -f boat.yaml
k get boats
k get bt dory -o jsonpath='{.spec}{"\n"}'
k get all
k describe boat dory
until_shows FIELD k explain boats.spec
k explain boats --recursive | sed -n '/FIELDS/,$p' | grep -E '^ *(spec|oars|name)' | tr -d '\t '
k patch boat dory --type merge -p '{"spec":{"oars":4}}'
k patch boat dory -p '{"spec":{"oars":4}}'
k patch boat dory --type merge -p '{"spec":{"oars":0}}'
k patch boat dory --type json -p '[{"op":"replace","path":"/spec/oars","value":6}]'
k scale boat dory --replicas=8
k get boat dory -o jsonpath='{.spec.oars} {.metadata.generation}{"\n"}'
sed 's/oars: 2/oars: 2, sails: 1/' boat.yaml | k apply -f - 2>&1 | sed 's/"{.*}"/<object>/'
new: sed 's/oars: 2/oars: 2, sails: 1/' boat.yaml | k apply --validate=warn -f -
sed 's/oars: 2/name: much too long a name/' boat.yaml | k apply -f -
k apply -f boat.yaml --server-side --force-conflicts
k diff -f boat.yaml
sed 's/oars: 2/oars: 3/' boat.yaml | k diff -f - 2>&1 | grep '^[-+] ' | grep -v 'time:'
k label boat dory paint=red
EDITOR='sed -i s/oars:.[0-9]/oars:\ 5/' k edit boat dory
k replace -f boat.yaml
k delete boat dory
k apply -f boat.yaml
k delete crd boats.harbour.example
until_shows 'have a resource|could not find' k get boats >/dev/null
k get crd boats.harbour.example
