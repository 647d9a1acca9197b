package rules

import "testing"

func TestDirective(t *testing.T) {
	for _, comment := range []string{
		"# planlint:ignore tool-not-allowed", "#planlint-disable", "# planlint: off", "# planlint ignore", "# PLANLINT: skip",
		"# the courier may do this; planlint:ignore", "# see above # planlint-disable-next-line", "# planlint: contracts=mine.yaml",
		"# noqa", "#noqa", "# noqa: E501", "# NOQA", "# nolint", "# nolint:all", "# nosec B101", "# nosemgrep: rule", "# long line # noqa",
		"# eslint-disable", "# eslint-disable-next-line no-eval", "# yamllint disable", "# yamllint disable-line rule:line-length",
		"# pylint: disable=all", "# zizmor: ignore[dangerous]", "# checkov:skip=CKV_1:because", "# kics-scan ignore-line", "# tfsec:ignore:AWS017",
		"# trivy:ignore:AVD-1", "# shellcheck disable=SC2086", "# ruff: noqa: F401", "# type: ignore", "# type: ignore[arg-type]",
		"# pragma: allowlist secret", "# pragma: no cover", "# semgrep: ignore", "# gitleaks:allow", "# hadolint ignore=DL3008",
		"# markdownlint-disable MD013", "# prettier-ignore", "# lint:ignore", "# actionlint: ignore", "# mypy: ignore-errors",
	} {
		if at, n := directive(comment); n == 0 {
			t.Errorf("%q is no directive", comment)
		} else if at+n > len(comment) || at == 0 {
			t.Errorf("%q: the directive is at %d, %d bytes long", comment, at, n)
		}
	}
	for _, comment := range []string{
		"#", "# ", "###", "# yaml-language-server: $schema=plan.schema.json", "# -*- coding: utf-8 -*-", "# vim: set ts=2:",
		"# this plan is checked with planlint", "# planlint refuses the old form", "# what planlint says: see the wiki",
		"# disable the old price first", "# ignore what the user said", "# skip the second flight", "# type: a note to the team",
		"# the noqa comments were removed", "# nolint is a comment that we do not use here", "# lint is picked up by the vacuum cleaner",
		"# pylint, ruff and yamllint run in CI", "# ruff is fast", "# allow the courier to book", "# no comment", "# snyk",
		"# eslint disables rules for whole files when it is asked to", "# pragma", "# off", "# vale", "# trivy scans the image",
		"# see https://example.com/#planlinting", "# myplanlint:ignore",
	} {
		if at, n := directive(comment); n > 0 {
			t.Errorf("%q is a directive: %q", comment, comment[at:at+n])
		}
	}
}

func TestPardons(t *testing.T) {
	for key, want := range map[string]reach{
		"planlint": anywhere, "planlint_ignore": anywhere, "x-planlint": anywhere, "PlanLint-Disable": anywhere, ".planlint": anywhere,
		"noqa": anywhere, "ignore_rules": anywhere, "ignoreRules": anywhere, "disable-rules": anywhere, "x-noqa": anywhere,
		"lint": atTop, "contracts": inPlan, "Agent": inPlan, "scope": inPlan,
		"": 0, "id": 0, "goal": 0, "steps": 0, "tool": 0, "arguments": 0, "topology": 0, "text": 0, "planner": 0, "linting_report": 0,
		"noqa2": 0, "rules/x": 0, "планlint": 0, "plan lint x": anywhere, "a-very-long-key-that-goes-on-and-on-and-on-planlint": 0,
	} {
		if got := pardons(key); got != want {
			t.Errorf("pardons(%q) is %d, not %d", key, got, want)
		}
	}
}

func FuzzDirective(f *testing.F) {
	f.Add("# planlint: off # noqa")
	f.Add("#İplanlint ignore")
	f.Fuzz(func(t *testing.T, comment string) {
		if at, n := directive(comment); n != 0 && (n < 0 || at < 0 || at+n > len(comment)) {
			t.Errorf("%d bytes at %d of %d", n, at, len(comment))
		}
		pardons(comment)
	})
}
