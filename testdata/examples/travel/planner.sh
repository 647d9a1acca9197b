#!/bin/sh
# A planner for planlint plan: it reads the request on standard input and prints a plan. A real one asks a model; this
# one makes a mistake that models make, and corrects it when it is told.
case $(cat) in
*'"findings":[]'*) seats='"1"' ;; # the first draft: nothing was refused yet
*) seats=1 ;;
esac
cat <<PLAN
goal: get Ada to New York
steps:
  - id: search
    tool: search_flights
    arguments: {origin: LHR, destination: JFK}
  - id: book
    tool: book_flight
    arguments: {seats: $seats}
    bind: {flight: {step: search, pointer: /flights/0/id}}
    depends_on: [search]
PLAN
