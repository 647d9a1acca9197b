package report

import (
	"net/url"
	"testing"
)

func TestArtifactURI(t *testing.T) {
	for _, tt := range []struct {
		name, dir, want string
		relative        bool
	}{
		{"plan.yaml", "", "plan.yaml", true},
		{"plans/a.yaml", "/repo", "plans/a.yaml", true},
		{"a b/ü#?%.yaml", "", "a%20b/%C3%BC%23%3F%25.yaml", true},
		{"a:b.yaml", "", "a%3Ab.yaml", true},
		{"./a//b/../c.yaml", "", "a/c.yaml", true},
		{"a/../../b.yaml", "/repo/tree", "file:///repo/b.yaml", false},
		{"..plan.yaml", "", "..plan.yaml", true},
		{"\xff\x00\u202e", "", "%FF%00%E2%80%AE", true},
		{"../plan.yaml", "/repo/tree", "file:///repo/plan.yaml", false},
		{"../../../plan.yaml", "/repo", "file:///plan.yaml", false},
		{"../plan.yaml", "", "../plan.yaml", false},
		{"..", "/repo/tree", "file:///repo", false},
		{"/etc/plan.yaml", "/repo", "file:///etc/plan.yaml", false},
		{"C:/plans/a b.yaml", "", "file:///C:/plans/a%20b.yaml", false},
		{"../x.yaml", "C:/repo/tree", "file:///C:/repo/x.yaml", false},
		{"//", "", "file:///", false},
		{"//no host/x", "", "file:///no%20host/x", false},
		{"//host/share/x.yaml", "", "file://host/share/x.yaml", false},
	} {
		got, relative := artifactURI(tt.name, tt.dir)
		if got != tt.want || relative != tt.relative {
			t.Errorf("%q in %q: %q, %v; want %q, %v", tt.name, tt.dir, got, relative, tt.want, tt.relative)
		}
		if _, err := url.Parse(got); err != nil {
			t.Error(err)
		}
	}
}

func TestFolderURI(t *testing.T) {
	for dir, want := range map[string]string{
		"/": "file:///", "/repo": "file:///repo/", "/a b/": "file:///a%20b/", "C:/": "file:///C:/", "C:/x": "file:///C:/x/", "repo": "file:///repo/",
	} {
		if got := fileURI(dir, true); got != want {
			t.Errorf("%q: %q, want %q", dir, got, want)
		}
	}
}
