package report

import (
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
)

// srcRoot stands for the working directory, to which the names of files are relative.
const srcRoot = "%SRCROOT%"

// artifactURI is the URI of a file. It is relative to the working directory dir where the file is below it. A file
// elsewhere has an absolute URI as far as that can be told: with no dir, a name that leads upwards stays as it is.
func artifactURI(name, dir string) (uri string, relative bool) {
	name = filepath.ToSlash(name)
	if absolute(name) {
		return fileURI(name, false), false
	}
	switch name = path.Clean(name); {
	case name != ".." && !strings.HasPrefix(name, "../"):
		return escapePath(name), true
	case dir != "":
		return fileURI(path.Join(filepath.ToSlash(dir), name), false), false
	}
	return escapePath(name), false
}

// absolute reports whether a path with slashes is absolute, on any system.
func absolute(name string) bool { return strings.HasPrefix(name, "/") || drive(name) }

// drive reports whether a path begins with a drive, such as C:/.
func drive(name string) bool {
	return len(name) > 2 && name[1] == ':' && name[2] == '/' && (name[0]|0x20 >= 'a' && name[0]|0x20 <= 'z')
}

// fileURI is the URI of an absolute path. That of a folder ends with a slash.
func fileURI(name string, folder bool) string {
	name = filepath.ToSlash(name)
	if folder && !strings.HasSuffix(name, "/") {
		name += "/"
	}
	switch {
	case share().MatchString(name):
		return "file:" + escapePath(name)
	case drive(name):
		return "file:///" + name[:2] + escapePath(name[2:])
	}
	return "file:///" + escapePath(strings.TrimLeft(name, "/"))
}

// share is the beginning of a path to another machine: //host/name.
var share = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^//[A-Za-z0-9.-]+/[^/]`) })

// escapePath escapes all bytes of a path but letters, digits, slashes and what RFC 3986 leaves unreserved; so a colon
// makes no scheme.
func escapePath(name string) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	for i := 0; i < len(name); i++ {
		switch c := name[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', strings.IndexByte("/-._~", c) >= 0:
			b.WriteByte(c)
		default:
			b.WriteByte('%')
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
		}
	}
	return b.String()
}
