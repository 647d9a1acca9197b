package postgres

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
)

// address is where a database is, for messages: it tells no password.
type address struct {
	name    string
	secrets []string
}

func parse(text string) (*pgx.ConnConfig, address, error) {
	config, err := pgx.ParseConfig(text)
	if err != nil {
		return nil, address{}, refuse(text, err)
	}
	if config.RuntimeParams["application_name"] == "" {
		config.RuntimeParams["application_name"] = "planlint"
	}
	a := address{name: "postgres://" + config.User + "@" + config.Host + ":" + strconv.Itoa(int(config.Port)) + "/" + config.Database}
	for _, secret := range []string{config.Password, url.QueryEscape(config.Password), url.PathEscape(config.Password), text} {
		if secret != "" {
			a.secrets = append(a.secrets, secret)
		}
	}
	return config, a, nil
}

// refuse says why a text is no address, in the driver's words where it is certain which part of it is the password.
func refuse(text string, err error) error {
	u, bad := url.Parse(text)
	if bad != nil || u.Scheme != "postgres" && u.Scheme != "postgresql" || u.Query().Has("password") || strings.Count(text, "@") > 1 {
		return errors.New("the address of the store is not of the form postgres://USER:PASSWORD@HOST:PORT/DATABASE")
	}
	a := address{name: "postgres://" + u.Host + u.Path}
	if password, ok := u.User.Password(); ok {
		a.secrets = []string{password, url.QueryEscape(password), url.PathEscape(password)}
	}
	// The driver quotes the address, and then says what is wrong with it.
	reason := err.Error()
	if _, after, ok := strings.Cut(reason, "`: "); ok {
		reason = after
	}
	return fmt.Errorf("store %s: %s", a.name, a.hide(reason))
}

// hide takes the password out of a text, and makes one line of it: the driver puts each try on another, be it the same.
func (a address) hide(text string) string {
	for _, secret := range a.secrets {
		if secret != "" {
			text = strings.ReplaceAll(text, secret, "***")
		}
	}
	var lines []string
	for _, line := range strings.Split(text, "\n") {
		if line = strings.ReplaceAll(strings.TrimSpace(line), "\t", " "); line != "" && !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, " ")
}
