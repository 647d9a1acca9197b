package postgres

import "testing"

// A message is one line, and tells no password.
func TestHide(t *testing.T) {
	a := address{secrets: []string{"hunter2"}}
	for text, want := range map[string]string{
		"no": "no",
		"failed to connect to `user=me`:\n\t1.2.3.4:5 (there): refused\n\t1.2.3.4:5 (there): refused\n\t::1:5 (there):\tgone": "failed to connect to `user=me`: 1.2.3.4:5 (there): refused ::1:5 (there): gone",
		"bad hunter2\r\n": "bad ***",
	} {
		if got := a.hide(text); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
}
