# get -w, wait
k create serviceaccount default
k apply -f configmap.yaml -f deployment.yaml -f pod.yaml
(timeout 3 "$KUBECTL" -n $NS get cm settings -w --request-timeout=2s >w.out 2>&1 & sleep 0.9; k label cm settings seen=1 >/dev/null; k delete cm settings >/dev/null; wait; cat w.out)
(timeout 3 "$KUBECTL" -n $NS get cm -w --output-watch-events -l tier=a --request-timeout=2s >w.out 2>&1 & sleep 0.9; k create -f configmap.yaml >/dev/null; k label cm settings tier=b --overwrite >/dev/null; wait; cat w.out)
(timeout 3 "$KUBECTL" -n $NS get cm settings -w -o jsonpath='{.metadata.labels.tier}{"\n"}' --request-timeout=2s >w.out 2>&1 & sleep 0.9; k label cm settings tier=c --overwrite >/dev/null; wait; cat w.out)
k wait --for=condition=Available deployment/web --timeout=1s
(k wait --for=condition=Ready pod/lone --timeout=20s >w.out 2>&1 & sleep 0.5; k get pod lone -o json | sed 's/"status": {/"status": {"conditions":[{"type":"Ready","status":"True"}],/' | k replace --raw /api/v1/namespaces/$NS/pods/lone/status -f - >/dev/null; wait; cat w.out)
(k wait --for=delete pod/lone --timeout=20s >w.out 2>&1 & sleep 0.5; k delete pod lone --now >/dev/null; wait; cat w.out)
k wait --for=delete pod/lone --timeout=1s
new: (k wait --for=jsonpath='{.data.colour}'=blue cm/settings --timeout=20s >w.out 2>&1 & sleep 0.5; k patch cm settings -p '{"data":{"colour":"blue"}}' >/dev/null; wait; cat w.out)
new: (k wait --for=create cm/later --timeout=20s >w.out 2>&1 & sleep 0.5; k create cm later >/dev/null; wait; cat w.out)
k wait --for=condition=Ready pod/missing --timeout=1s
k rollout status deployment/web --timeout=1s
