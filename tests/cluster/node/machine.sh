#!/bin/bash
# The machine of the test cluster's node: containerd and the kubelet in namespaces of their own, so that
# nothing of it shows outside but one network link, and all of it ends with its first process.
#
#   unshare --net --mount bash machine.sh outside <folder>
#
# Only a running process can be given the link, and the addresses depend on which link that is: node.env
# appears in the folder when both are settled.
set -euo pipefail
stage=$1
folder=$2

if [ "$stage" = outside ]; then
  until [ -e "$folder/node/node.env" ]; do sleep 0.05; done
  exec unshare --pid --fork --kill-child --mount-proc bash "$0" inside "$folder"
fi

# shellcheck source=/dev/null
. "$folder/node/node.env"

# What the container runtime, CNI and the kubelet write to fixed places lands in the folder: it must neither
# meet another's there nor be left behind.
for place in var run; do
  mkdir -p "$folder/node/over/$place" "$folder/node/work/$place"
  mount -t overlay tocsin-test \
    -o "lowerdir=/$place,upperdir=$folder/node/over/$place,workdir=$folder/node/work/$place" "/$place"
done

ip link set lo up
ip address add "$SERVICE_ADDRESS/32" dev lo
ip address add "$DNS_ADDRESS/32" dev lo # where nobody answers: whoever asks for a name is refused at once
ip address add "$NODE_ADDRESS/30" dev "$UPLINK"
ip link set "$UPLINK" up
ip route add default via "$HOST_ADDRESS"
echo 1 >/proc/sys/net/ipv4/ip_forward # of this network namespace, as the next
echo 443 >/proc/sys/net/ipv4/ip_unprivileged_port_start

"$NODE" --disable-warning=ExperimentalWarning "$FORWARDER" "$folder" \
  "$SERVICE_ADDRESS:443" "$folder/node/api.sock" >>"$folder/logs/node-forwarder" 2>&1 &
"$TOOLS/containerd" --config "$folder/node/containerd.toml" >>"$folder/logs/containerd" 2>&1 &
until [ -S "$folder/node/containerd.sock" ]; do sleep 0.05; done
"$KUBELET" --config="$folder/node/kubelet.json" --kubeconfig="$folder/kubeconfigs/kubelet" \
  --root-dir="$folder/node/kubelet" --cert-dir="$folder/node/kubelet-pki" \
  --node-ip="$NODE_ADDRESS" --hostname-override="$NODE_NAME" >>"$folder/logs/kubelet" 2>&1 &

# This is the machine's first process: bash also reaps whoever loses their parent here.
wait -n || true
echo "a process of the node has ended:"
tail -n 15 "$folder/logs/kubelet" "$folder/logs/containerd" "$folder/logs/node-forwarder"
exit 1
