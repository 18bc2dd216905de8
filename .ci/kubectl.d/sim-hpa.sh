# A horizontal autoscaler on what the nodes measure
k apply -f busy.yaml
k autoscale deployment busy --min=1 --max=3 --cpu-percent=50
k rollout status deployment/busy --timeout=40s | tail -1
until_shows '^cpu=200m$' sh -c "'$KUBECTL' -n $NS top pods --no-headers | awk '{print \"cpu=\" \$2}' | sort -u"
k top nodes --no-headers | awk '{print NF}' | sort -u
new: END=80 until_shows '^3$' k get deployment busy -o jsonpath='{.spec.replicas}{"\n"}'
new: k get events --field-selector reason=SuccessfulRescale -o jsonpath='{range .items[*]}{.message}{"\n"}{end}' | sort -u | tail -1
