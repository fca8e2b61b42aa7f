// A client of Ageway in Go, without other modules. A shop needs Check; main lets the kit ask it:
// npx --no-install ageway-gate-test client -- go run client.go
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strings"
	"time"
)

// Ageway is an instance, asked for one key.
type Ageway struct {
	URL, PluginKey string
	client         http.Client
}

// New bounds each call in time. It follows no redirect, takes no proxy from the environment, and unpacks nothing.
func New(address, pluginKey string, timeout time.Duration) Ageway {
	transport := &http.Transport{DisableCompression: true}
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return Ageway{address, pluginKey, http.Client{Transport: transport, CheckRedirect: stay, Timeout: timeout}}
}

var tokens = regexp.MustCompile(`^[\w.~-]{1,512}$`)

const maxBytes = 64 * 1024

// Check asks what a token proves for the device id of this visitor's session. Without an error it is a yes, until then.
func (a Ageway) Check(token, deviceID string, age int) (until time.Time, err error) {
	if !tokens.MatchString(token) || strings.Trim(token, ".") == "" {
		return until, errors.New("no_token")
	}
	if deviceID == "" {
		return until, errors.New("no_device")
	}
	path := fmt.Sprintf("/api/auth_check/%s/%s?plugin_key=%s", token, url.PathEscape(deviceID), url.QueryEscape(a.PluginKey))
	response, err := a.client.Get(a.URL + path)
	if err != nil {
		return until, broken(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, maxBytes+1))
	if err != nil {
		return until, broken(err)
	}
	kind, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type"))
	switch status := response.StatusCode; {
	case status == 404:
		return until, errors.New("token_unknown")
	case status == 429:
		return until, errors.New("rate_limited")
	case status >= 500:
		return until, errors.New("unavailable")
	case status != 200 || kind != "application/json" || len(body) > maxBytes:
		return until, errors.New("answer_invalid")
	}
	return a.proofIn(body, age)
}

func (a Ageway) proofIn(body []byte, age int) (until time.Time, err error) {
	var answer struct {
		Age       *int
		Verified  *bool
		Mode      string
		ExpiresAt time.Time `json:"expires_at"`
	}
	// Other types, a fraction, half an answer or two are errors.
	if json.Unmarshal(body, &answer) != nil || answer.Verified == nil || *answer.Verified != (answer.Age != nil) {
		return until, errors.New("answer_invalid")
	}
	if !*answer.Verified {
		return until, errors.New("not_confirmed")
	}
	now, latest := time.Now(), time.Now().Add(30*time.Minute)
	switch {
	case answer.ExpiresAt.IsZero() || answer.Mode != "live" && answer.Mode != "test":
		return until, errors.New("answer_invalid")
	case age != 16 && age != 18 || *answer.Age < age:
		return until, errors.New("age_too_low")
	case !strings.HasPrefix(a.PluginKey, "pk_"+answer.Mode+"_"):
		return until, errors.New("wrong_mode")
	case !answer.ExpiresAt.After(now):
		return until, errors.New("expired")
	case answer.ExpiresAt.After(latest):
		return latest, nil
	}
	return answer.ExpiresAt, nil
}

func broken(err error) error {
	if os.IsTimeout(err) {
		return errors.New("timeout")
	}
	return errors.New("unavailable")
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		var asked struct {
			BaseURL   string `json:"base_url"`
			PluginKey string `json:"plugin_key"`
			Token     string
			DeviceID  string `json:"device_id"`
			Age       int
			TimeoutMs int64 `json:"timeout_ms"`
		}
		if err := json.Unmarshal(lines.Bytes(), &asked); err != nil {
			panic(err)
		}
		ageway := New(asked.BaseURL, asked.PluginKey, time.Duration(asked.TimeoutMs)*time.Millisecond)
		until, err := ageway.Check(asked.Token, asked.DeviceID, asked.Age)
		answer := map[string]any{"allowed": err == nil, "until": until}
		if err != nil {
			answer["why"] = err.Error()
		}
		_ = json.NewEncoder(os.Stdout).Encode(answer)
	}
}
