#!/bin/sh
# Certificates for a cluster that trusts nobody else: one authority, and one pair that scheduler, workers and web share.
# Usage: certificates.sh FOLDER; what is there is kept, so that a restart does not shut the others out.
set -eu
umask 077
mkdir -p "$1"
cd "$1"
[ -s cluster.pem ] && exit 0
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 3650 -subj "/CN=Embedscope cluster" \
  -keyout authority.key -out authority.pem 2>/dev/null
openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj "/CN=embedscope" \
  -keyout cluster.key -out cluster.csr 2>/dev/null
openssl x509 -req -in cluster.csr -CA authority.pem -CAkey authority.key -CAcreateserial -days 3650 \
  -out cluster.part 2>/dev/null
rm -f authority.key authority.srl cluster.csr
mv cluster.part cluster.pem
