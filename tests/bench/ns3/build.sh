#!/bin/sh
# Compiles dumbbell.cc against ns-3 3.37 (Debian: apt-get install libns3-dev g++). The program is .bench/ns3/dumbbell, or where $1 says.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-$(cd "$here/../../.." && pwd)/.bench/ns3/dumbbell}
mkdir -p "$(dirname "$out")"
g++ -std=c++17 -O2 -Wall -Wextra -o "$out" "$here/dumbbell.cc" \
  -lns3-point-to-point -lns3-internet -lns3-traffic-control -lns3-network -lns3-core
echo "$out"
