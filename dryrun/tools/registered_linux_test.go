package tools

import "testing"

// What binfmt_misc says of a kind of file is read as the kernel means it.
func TestFits(t *testing.T) {
	const wasm = "enabled\ninterpreter /usr/bin/wasm\nflags: \noffset 1\nmagic 61736d\n"
	const masked = "enabled\ninterpreter /usr/bin/q\nflags: OCF\noffset 0\nmagic 4d5a00\nmask ffff00\n"
	const named = "enabled\ninterpreter /usr/bin/java\nflags: \nextension .jar\n"
	for _, c := range []struct {
		name, entry, head, path string
		want                    bool
	}{
		{"magic", wasm, "\x00asm\x01", "/x", true},
		{"elsewhere", wasm, "asm\x01", "/x", false},
		{"too short", wasm, "\x00a", "/x", false},
		{"masked", masked, "MZ\x90", "/x", true},
		{"not masked", masked, "MY\x90", "/x", false},
		{"extension", named, "text", "/x/a.jar", true},
		{"other extension", named, "text", "/x/a.war", false},
		{"disabled", "disabled\n" + named[len("enabled\n"):], "text", "/x/a.jar", false},
		{"nothing", "", "text", "/x", false},
		{"garbled", "enabled\noffset x\nmagic zz\n", "text", "/x", false},
	} {
		if got := fits(c.entry, []byte(c.head), c.path); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
