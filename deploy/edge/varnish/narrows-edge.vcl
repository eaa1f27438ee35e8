# A file for /etc/varnish: a cache in front of Narrows that answers redirects without it.
# Beside it runs `narrows edge-agent --folder /run/narrows-edge`; see ../README.md. Varnish is never reloaded for a change.
# Replace sho.rt (further hosts of DOMAINS: in the same expression), and 127.0.0.1:8787 by where Narrows listens.
# Narrows itself: BASE_URL=https://sho.rt EDGE_MAX_AGE=300s TRUSTED_PROXIES=address-of-this-machine
vcl 4.1;

import std;

backend origin {
  .host = "127.0.0.1";
  .port = "8787";
  .connect_timeout = 2s;
  # Far below the minute by which the list outlives copies that were long on their way.
  .first_byte_timeout = 10s;
  .between_bytes_timeout = 10s;
}

# Who may purge: the addresses that Narrows itself comes from.
acl purgers {
  "127.0.0.1";
  "::1";
}

sub vcl_recv {
  # By whatever name: Narrows knows this machine by its address.
  if (req.url == "/~/purge") {
    if (client.ip !~ purgers || req.method != "POST" || req.http.Narrows-Code !~ "^[A-Za-z0-9_-]{1,64}$") {
      return (synth(403));
    }
    # EDGE_PURGE_URLS=http://this-machine/~/purge: frees the memory at once. What is on its way is the list's affair.
    set req.url = "/" + req.http.Narrows-Code;
    set req.http.Host = req.http.Narrows-Domain;
    return (purge);
  }
  set req.http.Host = std.tolower(regsub(req.http.Host, "\.?(:[0-9]+)?$", ""));
  if (req.http.Host !~ "^sho\.rt$") {
    return (synth(421));
  }
  # Only the canonical spelling of a code can be kept, and Varnish has changed nothing of it so far.
  if ((req.method != "GET" && req.method != "HEAD") || req.url !~ "^/[A-Za-z0-9_-]{1,64}$") {
    return (pass);
  }
  # The agent makes a file for each tenth of a second in which its list can be trusted, and no file in time means that it
  # was ended, hangs or hears nothing. Such a list must not deny either: the link may have been freed.
  if (!std.file_exists("/run/narrows-edge/heard/" + std.integer(real=std.real(time=now) * 10.0))) {
    return (pass);
  }
  if (std.file_exists("/run/narrows-edge/bypass/" + req.http.Host + req.url)) {
    return (pass);
  }
  if (std.file_exists("/run/narrows-edge/deny/" + req.http.Host + req.url)) {
    return (synth(410));
  }
  # Who waits for another's answer would wait over a change, as long as the origin takes.
  set req.hash_ignore_busy = true;
  return (hash);
}

sub vcl_backend_response {
  # Never an old copy, also when the origin is down: rows of the list are forgotten when copies are over.
  set beresp.grace = 0s;
  set beresp.keep = 0s;
}

sub vcl_deliver {
  # Nobody behind this cache follows the list, so nobody may keep a copy.
  if (resp.http.Cache-Control ~ "s-maxage=") {
    set resp.http.Cache-Control = "private, max-age=0";
  }
  unset resp.http.Age;
}

sub vcl_synth {
  set resp.http.Cache-Control = "no-store";
  set resp.http.Content-Type = "text/plain; charset=utf-8";
  if (resp.status == 410) {
    set resp.body = {"This link leads nowhere any more.
이 링크는 더 이상 연결되지 않습니다.
"};
  } else {
    set resp.body = resp.reason + {"
"};
  }
  return (deliver);
}
