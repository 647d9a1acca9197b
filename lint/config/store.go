package config

import (
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"sync"

	"github.com/planlint/planlint/contracts/shape"
	"github.com/planlint/planlint/contracts/tree"
)

// scheme is what a URL starts with. One letter is a drive.
var scheme = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]+:`) })

// store reads where runs are kept. Messages never hold the text: it may hold a password. What is wrong leaves the zero
// Store: it is no reason to look into another one.
func (l *loader) store(r shape.Reader, key tree.Ref) {
	if key == tree.None {
		return
	}
	l.config.Store = Store{}
	n := key + 1
	if r.Tree.Kind(n) != tree.String {
		r.Wrong(n, "", "store must be the path of a file or a postgres:// URL, not %s", r.Found(n))
		return
	}
	s, ok := r.Text(n, "store")
	if !ok {
		return
	}
	store := Store{Place: r.Tree.Place(n)}
	if scheme().MatchString(s) || strings.Contains(s, "://") {
		u, err := url.Parse(s)
		switch {
		case !strings.HasPrefix(s, "postgres://") && !strings.HasPrefix(s, "postgresql://"):
			r.Wrong(n, "write a path for SQLite, or postgres://host/database", "store is a URL of a kind that is not known, allowed: postgres://")
			return
		case err != nil || u.Host == "" && u.Query().Get("host") == "":
			r.Wrong(n, "write postgres://user@host/database, with special characters as %XX", "store is no valid postgres:// URL")
			return
		}
		store.URL = s
	} else {
		store.Path = filepath.FromSlash(s)
		if !filepath.IsAbs(store.Path) {
			store.Path = filepath.Join(l.config.Dir, store.Path)
		}
		if strings.HasSuffix(s, "/") || filepath.Clean(store.Path) == l.config.Dir {
			r.Wrong(n, "name a file in it, such as "+DefaultStore, "store is a folder, not a file")
			return
		}
	}
	l.config.Store = store
	l.setting("store", n, r.Tree)
}

// Redacted is the store as it may be shown: without a password.
func (s Store) Redacted() string {
	if s.URL == "" {
		return s.Path
	}
	u, err := url.Parse(s.URL)
	if err != nil {
		return "postgres://…"
	}
	q := u.Query()
	for _, key := range []string{"password", "sslpassword"} {
		if q.Has(key) {
			q.Set(key, "xxxxx")
			u.RawQuery = q.Encode()
		}
	}
	return u.Redacted()
}

// shown is the store as it was written, without a password.
func (s Store) shown(written string) string {
	if s.URL == "" {
		return written
	}
	return s.Redacted()
}
