#!/usr/bin/env bash
# The basics on an official image of n8n with the packed package in it. Needs Docker and port 5678.
#
#   bash test/n8n/docker.sh            # n8n 3, as its newest stable image
#   bash test/n8n/docker.sh 2.41.1     # another version
set -euo pipefail
cd "$(dirname "$0")/../.."

version="${1:-stable}"
line="${1:-3}"
context="$(mktemp -d)"
container=''
end() {
	if [[ -n "$container" ]]; then
		docker logs --tail 50 "$container"
		docker rm --force --volumes "$container"
	fi
	rm -rf "$context"
}
trap end EXIT

npm run build
npm pack --pack-destination "$context"
cp deploy/Dockerfile "$context"
docker build --build-arg "N8N_VERSION=$version" --tag card-bank-payments-n8n "$context"
# On the network of this machine: the sandbox runs here, and the credential takes http only here.
container="$(
	docker run --detach --network host \
		--env N8N_LISTEN_ADDRESS=127.0.0.1 \
		--env N8N_UNVERIFIED_PACKAGES_ENABLED=true \
		card-bank-payments-n8n
)"
npm run test:n8n -- --url http://127.0.0.1:5678 --owner owner@example.com:Sandbox-Owner-1 |
	tee "$context/tests.log"
# What "stable" is today: no other line may pass for n8n 3.
grep -q "^== n8n ${line%%.*}\." "$context/tests.log"
