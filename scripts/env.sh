# Sourced by the other scripts: goes to the root of the checkout and puts our own node, where the
# set-up had to fetch one, before any other.
# shellcheck shell=bash
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
own_tools=$PWD/.tools/bin
if [ -x "$own_tools/node" ]; then
    PATH=$own_tools:$PATH
fi
export PATH
