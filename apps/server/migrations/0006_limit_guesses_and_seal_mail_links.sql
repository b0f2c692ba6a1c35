-- Guesses at a password are counted where every node sees them; mails keep the secret of their link sealed.

-- The moments of the last hour's guesses, at most ten. A bucket is the hash of an account, of a name nobody has, or of a known device.
CREATE TABLE sign_in_guesses (
  bucket bytea PRIMARY KEY,
  guessed_at timestamptz[] NOT NULL CHECK (cardinality(guessed_at) <= 10),
  updated_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX sign_in_guesses_by_age ON sign_in_guesses (updated_at);

-- Devices on which the owner has signed in: strangers who use up the account's guesses don't lock these out.
CREATE TABLE known_devices (
  account_id uuid NOT NULL REFERENCES accounts,
  device_hash bytea NOT NULL,
  last_used_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (account_id, device_hash)
);

ALTER TABLE mails ADD COLUMN sealed_secret bytea;
CREATE INDEX mails_by_address ON mails (to_address, kind, created_at DESC);
