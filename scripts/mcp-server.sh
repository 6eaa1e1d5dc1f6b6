#!/usr/bin/env bash
# Serves a project's tools to an MCP client over standard input and output, as `comity mcp` does:
#
#   scripts/mcp-server.sh --project-root PATH [--role ROLE]
#
# Only messages go to standard output; what the launcher says while it builds goes to standard error.
self=${BASH_SOURCE[0]}
while [[ -L $self ]]; do
  link=$(readlink "$self")
  [[ $link == /* ]] || link=${self%/*}/$link
  self=$link
done
[[ $self == */* ]] || self=./$self
exec "${self%/*}/../comity" mcp "$@"
