-- A solved challenge is worth one pass, and a pass one form: what was spent is remembered until it would have expired.
CREATE TABLE captcha_spent (
  hash bytea PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
-- Forms that a network sent, by kind, for an hour; counted for all nodes together.
CREATE TABLE captcha_tries (
  bucket bytea NOT NULL,
  tried_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX captcha_tries_of ON captcha_tries (bucket, tried_at);
